import { Duel } from '../../games/duo/duel.ts'
import { roomCounts, sessionCounts } from './counts.ts'
import { build } from './games.ts'
import { NETWORKS } from './parts.ts'
import type { Outcome } from './play.ts'
import { MARK, Recording } from './recording.ts'

/** A duel to play. */
export interface DuelScene {
  readonly name: string
  readonly seed: number
  readonly seconds: number
  /** Whether techniques go off and on and networks change meanwhile. */
  readonly isTurned: boolean
}

const FRAME_HZ = 60

/** The duels among the simulations. */
export const DUELS: readonly DuelScene[] = [
  { name: 'duo', seed: 1, seconds: 15, isTurned: false },
  { name: 'duo-turned', seed: 2, seconds: 12, isTurned: true },
]

/**
 * Plays the page with two clients and the server's own picture between them. The page makes its room and links itself, so the
 * record has all that it shows, and the number of packets and bytes, but not the packets.
 */
export function playDuel(
  scene: DuelScene,
  onSecond?: (second: number, hash: string) => void,
): Outcome {
  const duel = new Duel(scene.seed)
  const record = new Recording(build({ of: 'platformer' }))
  const { digest } = record
  listen(duel, record)
  for (let frame = 1; frame <= scene.seconds * FRAME_HZ; frame++) {
    if (scene.isTurned) turn(duel, frame)
    duel.frame((frame * 1000) / FRAME_HZ)
    recordFrame(duel, record)
    if (frame % FRAME_HZ === 0) onSecond?.(frame / FRAME_HZ, digest.hex)
  }
  const { stats } = duel.local.room
  digest.numbers(MARK.stats, ...roomCounts(stats))
  for (const { session } of duel.sides) digest.numbers(...sessionCounts(session.stats))
  return {
    hash: digest.hex,
    packets: stats.packetsIn + stats.packetsOut,
    bytes: stats.bytesIn + stats.bytesOut,
    frames: record.frames,
  }
}

function listen({ sides }: Duel, { digest, events }: Recording): void {
  sides.forEach(({ session }, n) => {
    for (const [event, fields] of events)
      session.on(event as 'puff', (data, by) =>
        digest.numbers(MARK.event, n).text(event).value(by).fields(fields, data),
      )
  })
}

function recordFrame(duel: Duel, record: Recording): void {
  const { digest } = record
  digest.numbers(MARK.shown, duel.local.nowMs)
  for (const { session } of duel.sides) {
    record.frames++
    record.entities((kind) => session.entities(kind as 'pip'))
  }
  record.entities((kind) => duel.truth.entities(kind as 'pip'))
  for (const { x, y } of duel.looks) digest.numbers(x, y)
  for (const moments of duel.moments) {
    const { aheadMs, behindMs, aheadPx, behindPx, apartPx, faults } = moments
    digest.numbers(aheadMs, behindMs, aheadPx, behindPx, apartPx, faults)
  }
}

/** Does one thing after another, one each second. */
function turn({ sides }: Duel, frame: number): void {
  const [left, right] = sides
  const { techniques } = left.session
  if (frame === 120) techniques.predict = false
  if (frame === 180) techniques.predict = true
  if (frame === 240) techniques.interpolate = false
  if (frame === 300) techniques.interpolate = true
  if (frame === 360) techniques.reconcile = false
  if (frame === 420) techniques.reconcile = true
  if (frame === 480) techniques.foresee = false
  if (frame === 540) right.network.conditions = NETWORKS.awful
  if (frame === 600) left.touch()
}
