/** Something that a key does in a game. */
export interface Action {
  /** A name for the program: the field of the input, or a name of the game's own. */
  readonly name: string
  /** What a player calls it, as in 'run left'. */
  readonly label: string
  /** The keys that do it unless the player chooses another, as `KeyboardEvent.code`s. The first one is shown in hints. */
  readonly codes: readonly string[]
}

/** Where chosen keys are kept: a text, '' for none. */
export interface KeyStore {
  load(): string
  save(text: string): void
}

/** Keeps nothing. */
const NOWHERE: KeyStore = { load: () => '', save: () => {} }

/** Keys that have another meaning on every page, or that browsers keep for themselves. */
const RESERVED =
  /^(Escape|Tab|Enter|KeyM|F\d+|(Shift|Control|Alt|Meta)(Left|Right)|CapsLock|ContextMenu|)$/

/** Whether a player may choose a key. M is not free: it switches the sound on every page. */
export const isFree = (code: string): boolean => !RESERVED.test(code)

/**
 * Which keys do what in a game. Every action has at least one key, and no key has two actions that the game did not give it.
 */
export class KeyBindings {
  readonly actions: readonly Action[]
  readonly #store: KeyStore
  readonly #chosen = new Map<string, readonly string[]>()
  readonly #listeners = new Set<() => void>()

  /** `store` keeps the chosen keys. Default: nothing is kept. */
  constructor(actions: readonly Action[], store: KeyStore = NOWHERE) {
    this.actions = actions
    this.#store = store
    for (const [name, codes] of read(store.load()))
      if (actions.some((action) => action.name === name)) this.#chosen.set(name, codes)
  }

  /** The keys of an action. The first one is the one to show. */
  codesOf(name: string): readonly string[] {
    const action = this.actions.find((one) => one.name === name)
    return this.#chosen.get(name) ?? action?.codes ?? []
  }

  /** The keys of all actions, as `keys` of `glissade/pixi` takes them. */
  map(): { [name: string]: readonly string[] } {
    return Object.fromEntries(this.actions.map(({ name }) => [name, this.codesOf(name)]))
  }

  /** Whether the player has chosen any key. */
  get isChanged(): boolean {
    return this.#chosen.size > 0
  }

  /**
   * Makes `code` the only key of an action. Another action that has it loses it; if it has no other, it gets the key that the
   * first action gives up. Returns the labels of those other actions. The caller has asked `isFree`.
   */
  choose(name: string, code: string): readonly string[] {
    const before = this.codesOf(name)
    const others = this.actions.filter(
      (action) => action.name !== name && this.codesOf(action.name).includes(code),
    )
    this.#chosen.set(name, [code])
    for (const other of others) {
      const rest = this.codesOf(other.name).filter((one) => one !== code)
      const spare = before.filter((one) => one !== code).slice(0, 1)
      this.#chosen.set(other.name, rest.length > 0 ? rest : spare)
    }
    this.#changed()
    return others.map(({ label }) => label)
  }

  /** Gives every action its first keys again. */
  reset(): void {
    this.#chosen.clear()
    this.#changed()
  }

  /** Calls `run` after every change; returns its undo. */
  onChange(run: () => void): () => void {
    this.#listeners.add(run)
    return () => this.#listeners.delete(run)
  }

  #changed(): void {
    this.#store.save(this.isChanged ? JSON.stringify(Object.fromEntries(this.#chosen)) : '')
    for (const run of this.#listeners) run()
  }
}

/** What a store holds: nothing if it holds something else than keys by actions. */
function read(text: string): [string, readonly string[]][] {
  try {
    const entries = Object.entries(JSON.parse(text || '{}') as object)
    const areKeys = (codes: unknown): boolean =>
      Array.isArray(codes) &&
      codes.length > 0 &&
      codes.every((code) => typeof code === 'string' && isFree(code))
    return entries.filter(([, codes]) => areKeys(codes))
  } catch {
    return []
  }
}

const NAMES: { readonly [code: string]: string } = {
  ArrowLeft: '\u2190',
  ArrowRight: '\u2192',
  ArrowUp: '\u2191',
  ArrowDown: '\u2193',
  Space: 'space',
  Backspace: 'backspace',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Minus: '-',
  Equal: '=',
  Backquote: '`',
}

/** What is printed on a key of an English keyboard: 'F' for `KeyF`, '←' for `ArrowLeft`. */
export const keyName = (code: string): string =>
  NAMES[code] ?? code.replace(/^(Key|Digit)/, '').replace(/^Numpad(?=.)/, 'num ')
