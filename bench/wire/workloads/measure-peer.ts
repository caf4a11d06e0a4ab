import type { AnyGame } from '../../../src/game/define-game.ts'
import type { Actor } from './cast.ts'
import { type ScenePeer, type Told, toldOf } from './told.ts'

/** What rounding in doubles may add. */
const SLACK = 1e-6

/** A peer that is told of a scene's network ticks. */
export interface MeasuredPeer {
  /** Makes the update of a network tick, takes it in, and throws where a value is wrong at the other end. */
  take(actors: ReadonlySet<Actor>): void
  /** Bytes of all updates so far. */
  bytes(): number
}

/** Lets another package bring a scene to a client. */
export function measurePeer(game: AnyGame, peer: ScenePeer): MeasuredPeer {
  const kinds = new Map(game.kinds.map((kind) => [kind.name, kind]))
  const steps = new Map(
    game.kinds.map((kind) => [kind.name, Math.max(...kind.schema.columns.map(({ step }) => step))]),
  )
  const known = new Map<Actor, string>()
  let bytes = 0
  return {
    bytes: () => bytes,
    take: (actors) => {
      for (const actor of known.keys()) {
        if (actors.has(actor)) continue
        known.delete(actor)
        peer.drop(actor.id, actor.kind)
      }
      const all = [...actors].map((actor): [Actor, Told] => {
        return [actor, toldOf(kinds.get(actor.kind)!, actor)]
      })
      for (const [actor, told] of all) {
        const key = JSON.stringify(told)
        if (known.get(actor) === key) continue
        known.set(actor, key)
        peer.put(actor.id, actor.kind, told)
      }
      bytes += peer.update()
      for (const [{ kind, id }, told] of all)
        check(peer.name, peer.held(kind, id), told, steps.get(kind)! / 2)
    },
  }
}

function check(name: string, held: Told | undefined, told: Told, most: number): void {
  for (const [field, value] of Object.entries(told)) {
    const is = held?.[field]
    if (is === value) continue
    if (typeof value === 'number' && Math.abs((is as number) - value) <= most + SLACK) continue
    throw new Error(`${name}: ${field} is ${is}, not ${value}`)
  }
}
