import type { AnyGame } from './define-game.ts'
import { fail } from './field.ts'
import { checkInterest } from './interest.ts'

/**
 * Throws `schema-definition` where the parts of a definition do not fit together: a `move` for a kind that does not exist,
 * an interest without a radius. Rooms and servers call it; pages do not, because a server with the same definition runs.
 */
export function checkGame({ definition, kinds, events, sendHz }: AnyGame): void {
  const { move = {}, path = {}, attachedTo = {}, on = {}, interest, budget } = definition
  const names = kinds.map((kind) => kind.name)
  for (const [what, map] of Object.entries({ move, path, attachedTo }))
    for (const kind of Object.keys(map))
      if (!names.includes(kind))
        fail(`defineGame: ${what}.${kind}: there is no entity kind '${kind}'`)
  for (const kind of Object.keys(path)) {
    if (kind in move)
      fail(`defineGame: path.${kind}: a kind is moved by 'path' or by 'move', not by both`)
    if (kind in attachedTo)
      fail(`defineGame: attachedTo.${kind}: a kind with a 'path' is carried by nothing`)
  }
  if (definition.attachedTo && !definition.riders)
    fail('defineGame: attachedTo: needs riders: riders()')
  for (const event of Object.keys(on))
    if (!events.some((k) => k.name === event))
      fail(`defineGame: on.${event}: there is no event '${event}'`)
  checkInterest(interest, budget, names, sendHz)
}
