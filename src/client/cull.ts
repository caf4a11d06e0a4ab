import { GlissadeError } from '../base/error.ts'
import { noSuch } from '../base/settings.ts'
import type { AnyGame, Kind } from '../game/define-game.ts'
import type { KindOf, View } from '../game/parts.ts'
import { insides } from './inside.ts'
import type { Session } from './session.ts'
import { type Area, Culled } from './timeline/culled.ts'
import { Culling } from './timeline/culling.ts'
import type { Timeline } from './timeline/timeline.ts'

/** The views that a page may have to draw: see `cull`. */
export interface Near<V> {
  /** One array. Each frame brings it up to date before it calls any listener. In no order. */
  readonly views: readonly V[]
  /** Ends it: all views of the kind are brought to the moment on display again, and `views` stays empty. */
  end(): void
}

/**
 * Lets a session leave out what a page does not draw. Returns the views of `kind` that may be within `reach` units of `area`.
 * They, and some a little further away, are brought to the moment on display in each frame, as always. The other views cost next
 * to nothing: about twice a second, they get the newest state that has arrived. This is enough for a small map, or to find
 * the nearest flock. `area` is read in each frame, so move it with the camera. A second call for a kind ends the first.
 * Allocates only where its lists grow. Throws `misuse` before the session has joined, for an unknown kind, and for a kind without
 * number fields `x` and `y`, or with a `move`, a `path`, a `clamp` or `attachedTo`.
 */
export function cull<G extends AnyGame, K extends KindOf<G>>(
  session: Session<G>,
  kind: K,
  area: Area,
  reach = 0,
): Near<View<G, K>> {
  const timeline = (): Timeline | undefined => insides.get(session)?.()?.timeline
  const game = timeline()?.game ?? cannotCull('the session has not joined yet')
  const found = checked(game, kind)
  const culled = new Culled(found, area, reach)
  const set = (): void => {
    const { display, remotes } = timeline()!
    display.culling ??= new Culling(remotes, display.lanes)
    display.culling.set(found, culled)
  }
  const ends = endsOf(session)
  ends.get(found)?.()
  set()
  // Each connection has a timeline of its own.
  const forget = session.onState((state) => {
    if (state === 'open') set()
  })
  const end = (): void => {
    forget()
    culled.views.length = 0
    timeline()!.display.culling!.end(found, culled)
    if (ends.get(found) === end) ends.delete(found)
  }
  ends.set(found, end)
  return { views: culled.views as unknown as readonly View<G, K>[], end }
}

/** What ends the culling of each kind in a session. */
function endsOf(session: object): Map<Kind, () => void> {
  const ends = allEnds.get(session) ?? new Map<Kind, () => void>()
  allEnds.set(session, ends)
  return ends
}

const allEnds = /* @__PURE__ */ new WeakMap<object, Map<Kind, () => void>>()

function checked({ kinds, definition }: AnyGame, name: string): Kind {
  const kind =
    kinds.find((one) => one.name === name) ??
    cannotCull(
      noSuch(
        'kind',
        name,
        kinds.map((one) => one.name),
      ),
    )
  for (const field of ['x', 'y'])
    if (!kind.schema.columns.some((one) => one.name === field && one.access))
      cannotCull(`'${name}' needs the fields x and y, both numbers`)
  for (const hook of ['move', 'path', 'clamp', 'attachedTo'] as const)
    if (definition[hook]?.[name]) cannotCull(`'${name}' has '${hook}', which may move it anywhere`)
  return kind
}

function cannotCull(what: string): never {
  throw new GlissadeError('misuse', `cull: ${what}`)
}
