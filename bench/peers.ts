import { fileURLToPath } from 'node:url'
import { ensureInstalled, isInstalled } from '../scripts/install.mjs'
import { say } from '../scripts/say.mjs'
import type { MotionContender } from '../src/score/measures/player.ts'
import type { MakeReceiver } from './cpu/updates.ts'
import type { MakeMeadowPeer } from './meadow/peer.ts'
import type { Case } from './peers/case.ts'
import type { Dialect } from './server/bots.ts'
import type { InputQueue } from './timing/recovery.ts'
import type { MakeCodec, ViewsCodec } from './wire/codec.ts'
import type { ViewsScene } from './wire/views.ts'
import type { Workload } from './wire/workload.ts'
import type { MakeScenePeer } from './wire/workloads/told.ts'

/** What is measured of other packages. Every list has Colyseus before geckos. */
export interface Peers {
  /** Those that show remote entities, for the scorer. */
  readonly contenders: readonly MotionContender[]
  /** One frame of x, y and angle of `count` entities, the results read. */
  frames(count: number): readonly Case[]
  /** One snapshot of `count` entities taken in, all of them moved. */
  intakes(count: number): readonly Case[]
  /** Real clients that take in the updates of a workload; `isQuantized`: in the narrowest widths there are. */
  receivers(workload: Workload, isQuantized: boolean): readonly MakeReceiver[]
  /** Replaying 30 inputs of bench/peers/small-platformer.ts after a wrong prediction. */
  replays(): readonly Case[]
  /** The same frame after a correct prediction. */
  matches(): readonly Case[]
  /** Codings of a workload's updates, the one that all are compared with first. */
  updates(workload: Workload): readonly MakeCodec[]
  /** Updates of clients with views of their own, the same. */
  views(scene: ViewsScene): readonly (() => ViewsCodec)[]
  /** The states of the scenes of bench/wire/workloads, told to one client that sees everything. */
  readonly scenes: readonly MakeScenePeer[]
  /** The states of Shepherd's World, told to the same views. */
  readonly meadow: MakeMeadowPeer
  /** Queues of a client's inputs on servers, empty. */
  queues(): readonly InputQueue[]
  /** How clients speak with servers of other packages. */
  readonly dialects: readonly Dialect[]
}

const FOLDER = fileURLToPath(new URL('./peers', import.meta.url))
/** Not written as an import, because the compiler would then want the packages to be there. */
const ENTRY: string = new URL('./peers/index.ts', import.meta.url).href

/**
 * The peers of bench/peers. On first use their packages are installed there by `npm ci`, as their lockfile says; where
 * that fails, as without a network, the reason is printed and the result is null.
 */
export async function loadPeers(): Promise<Peers | null> {
  try {
    if (!isInstalled(FOLDER)) say('the packages to compare with are missing in bench/peers')
    await ensureInstalled(FOLDER)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    say('going on without the packages to compare with')
    return null
  }
  const { peers }: { readonly peers: Peers } = await import(ENTRY)
  return peers
}
