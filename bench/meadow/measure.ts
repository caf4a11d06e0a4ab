import type { MakeMeadowPeer } from './peer.ts'
import { LEAD_IN_SECONDS, type MeadowScene, playerOf, roomOf } from './scenes.ts'
import { Stage } from './stage.ts'
import { toldKinds } from './told.ts'
import { type Counted, Witness } from './witness.ts'

/** What an update of one client holds, on average, and what it takes. */
export interface MeadowTaken {
  readonly name: string
  /** Entities in view that have a place. */
  readonly inView: number
  /** Those in view that have changed since the update before, and those that have come into view. */
  readonly changed: number
  readonly entered: number
  /** Bytes of the whole snapshot; 0 if none is sent. */
  readonly ownBytes: number
  /** Bytes of the peer's patch; null without one. */
  readonly peerBytes: number | null
  /** Values that were compared at the clients' ends. */
  readonly compared: number
}

/** How a scene is played. */
export interface MeadowRun {
  readonly boids: number
  readonly clients: number
  /** How long is measured, after the lead-in. */
  readonly seconds: number
}

/** A stage of a scene whose clients are all in. */
export function stageOf(scene: MeadowScene, { boids, clients }: MeadowRun): Stage {
  const stage = new Stage(roomOf(scene), `${boids}-sheep`)
  for (let n = 0; n < clients; n++) stage.join(playerOf(scene, n))
  return stage
}

/** Plays a scene, counts the bytes of both, and checks what clients hold. Throws where that is wrong. */
export function measureScene(
  scene: MeadowScene,
  run: MeadowRun,
  makePeer: MakeMeadowPeer | undefined,
): MeadowTaken {
  const stage = stageOf(scene, run)
  playUntil(stage, LEAD_IN_SECONDS)
  const peer = makePeer?.(toldKinds(stage.room.definition), run.clients)
  const witness = new Witness(stage, peer ?? null)
  // The first update brings everything: it is not counted.
  playUntil(stage, LEAD_IN_SECONDS + 0.1, () => witness.take())
  const first = { ...witness.counted }
  playUntil(stage, LEAD_IN_SECONDS + 0.1 + run.seconds, () => witness.take())
  return takenOf(scene.name, first, witness.counted, run.clients, peer !== undefined)
}

/** Goes on to a moment of the room's time. */
export function playUntil(stage: Stage, seconds: number, onTick?: () => void): void {
  while (stage.clock.nowMs() < seconds * 1000) {
    stage.wait()
    stage.advance()
    if (stage.deliver()) onTick?.()
  }
}

function takenOf(
  name: string,
  first: Counted,
  last: Counted,
  clients: number,
  hasPeer: boolean,
): MeadowTaken {
  const updates = (last.ticks - first.ticks) * clients
  const mean = (what: keyof Counted): number => (last[what] - first[what]) / updates
  return {
    name,
    inView: mean('placed'),
    changed: mean('changed'),
    entered: mean('entered'),
    ownBytes: mean('ownBytes'),
    peerBytes: hasPeer ? mean('peerBytes') : null,
    compared: last.compared,
  }
}
