import { type KeyMap, keys } from 'glissade/pixi'
import { savedKeys, saveKeys } from '../panel/saved.ts'
import { type Action, KeyBindings } from './key-bindings.ts'

/** The keys of a game, as this browser has kept them. */
export const keysOf = (game: string, actions: readonly Action[]): KeyBindings =>
  new KeyBindings(actions, {
    load: () => savedKeys(game),
    save: (text) => saveKeys(game, text),
  })

/** Writes what these keys hold into a source of the controls, also after the player has chosen others. Call once. */
export function bindKeys<I extends object>(
  source: { readonly input: I; releaseInput(): void },
  bindings: KeyBindings,
): void {
  const take = (): (() => void) => keys(source, bindings.map() as KeyMap<I>)
  let undo = take()
  bindings.onChange(() => {
    undo()
    undo = take()
  })
}
