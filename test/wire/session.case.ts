import { expect } from 'vitest'
import { ROOMS } from '../../bench/goldens/game.ts'
import { emptySessionStats } from '../../src/client/page/stats.ts'
import { Views } from '../../src/client/page/view.ts'
import { Play } from '../../src/client/play.ts'
import type { RemoteEntity } from '../../src/client/timeline/remote-entity.ts'
import type { AnyGame } from '../../src/game/define-game.ts'
import { BitReader } from '../../src/wire/bits.ts'
import { readWelcome } from '../../src/wire/packets/handshake.ts'
import { emptyInputHead, readInputHead } from '../../src/wire/packets/input-packet.ts'
import * as PACKET from '../../src/wire/packets/packet.ts'
import { coarseOf, expectEqual, type GoldenFile, type Moment, momentsOf } from './golden.ts'

/**
 * Expects what a session does with packets to hold after each snapshot of a connection what the room was. Gives the count of
 * snapshots that were taken in.
 */
export function expectHeld(
  golden: GoldenFile,
  connection: GoldenFile['connections'][number],
): number {
  const moments = momentsOf(golden)
  const client = new GoldenClient(ROOMS[golden.game.name]!.game, golden.link === 'ordered')
  let snapshots = 0
  for (const [way, hex] of connection.packets) {
    const tick = way === 'up' ? client.say(hex, connection.inputs) : client.take(hex)
    if (tick < 0) continue
    snapshots++
    expectSame(golden, client.play!, connection.player, tick, moments.get(tick)!)
  }
  expect(client.play!.prediction.newest).toBe(connection.inputs.length)
  return snapshots
}

/** What a session does with packets, without frames. */
class GoldenClient {
  play: Play | undefined
  readonly #game: AnyGame
  readonly #isOrdered: boolean

  constructor(game: AnyGame, isOrdered: boolean) {
    this.#game = game
    this.#isOrdered = isOrdered
  }

  /** Takes the steps whose inputs a packet up says. */
  say(hex: string, inputs: readonly (readonly (number | string | null)[])[]): -1 {
    const head = emptyInputHead()
    const reader = readerOf(hex)
    if (reader.read(8) !== PACKET.input || !readInputHead(reader, head, this.#isOrdered)) return -1
    const { prediction } = this.play!
    while (prediction.newest < head.newest) {
      const input = inputs[prediction.newest] as readonly number[]
      prediction.inputs.row.set(input, prediction.inputs.offsetOf(prediction.newest + 1))
      prediction.step()
    }
    return -1
  }

  /** The network tick of the snapshot that was taken in, or -1 for anything else. */
  take(hex: string): number {
    const reader = readerOf(hex)
    const type = reader.read(8)
    if (type === PACKET.welcome) this.#open(reader)
    if (!this.play) return -1
    const { receiver, timeline } = this.play
    if (type === PACKET.tables) {
      // A session notes the sequence, and acknowledges it.
      reader.read(16)
      expect(receiver.takeTables(reader)).toBe(true)
    }
    if (type !== PACKET.snapshot) return -1
    const outcome = receiver.take(reader, 0)
    if (outcome === 'late') return -1
    expect(outcome, `the snapshot after ${timeline.newestTick}`).toBe('taken')
    return timeline.newestTick
  }

  #open(reader: BitReader): void {
    const techniques = { predict: true, reconcile: true, interpolate: true, foresee: true }
    const welcome = readWelcome(reader)!
    this.play ??= new Play(this.#game, welcome, {
      views: new Views(this.#game),
      stats: emptySessionStats(),
      techniques,
      events: { confirm: () => false, show: () => {} },
      isOrdered: this.#isOrdered,
    })
  }
}

function readerOf(hex: string): BitReader {
  return new BitReader().start(Buffer.from(hex, 'hex'))
}

/**
 * Expects everything that a client holds after a network tick to be what the room was; in a view of its own, what it was told
 * in it.
 */
function expectSame(
  { game }: GoldenFile,
  { timeline, prediction }: Play,
  player: number,
  tick: number,
  moment: Moment,
): void {
  const living = timeline.remotes.filter(({ leftMs }) => leftMs === Number.POSITIVE_INFINITY)
  const slots = living.map(({ slot }) => slot).sort((a, b) => a - b)
  const all = [...moment.entities.keys()].sort((a, b) => a - b)
  if (!timeline.isOwnView) expectEqual(slots, all, `tick ${tick}`)
  for (const remote of living) {
    if (timeline.isOwnView && remote.tick !== tick) continue
    const what = `slot ${remote.slot} of tick ${tick}`
    const [generation, kind, owner, row] = moment.entities.get(remote.slot)!
    expectEqual([remote.id >> 16, remote.kind.index, remote.owner], [generation, kind, owner], what)
    const { schema } = remote
    const shared = coarseOf(game.kinds[kind]!, [...schema.shared], row)
    expectEqual(told(remote, schema.shared), shared, what)
    const mine = prediction.own.find(remote.slot)
    expectEqual(mine !== undefined, owner === player, what)
    const rests = [...schema.rested].map((i) => schema.restAt[i]!)
    const numbers = [...schema.privateColumns, ...rests].filter((i) => !(schema.textIndex[i]! >= 0))
    if (!mine) continue
    expectEqual(
      numbers.map((i) => mine.row[mine.offset + i]),
      numbers.map((i) => row[i]),
      what,
    )
  }
}

function told(remote: RemoteEntity, places: Int32Array): unknown[] {
  const { schema, history, row } = remote
  return [...places].map((i) =>
    schema.textIndex[i]! >= 0
      ? remote.texts!.at(i, remote.row[remote.offset + i]!)
      : row[history.newestOffset + i],
  )
}
