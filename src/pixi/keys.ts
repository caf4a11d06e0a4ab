/** The part of a session that `keys` uses. */
interface Controlled<I extends object> {
  readonly input: I
  releaseInput(): void
}

/** The names of an input's boolean fields, which a key can hold. */
type Buttons<I> = { [K in keyof I]: I[K] extends boolean ? K : never }[keyof I]

/** The keys that hold each input, as `KeyboardEvent.code`s: places on the keyboard, whatever is printed on them. */
export type KeyMap<I extends object> = {
  readonly [K in Buttons<I>]?: readonly string[] | undefined
}

const USUAL: { readonly [name: string]: readonly string[] } = {
  left: ['ArrowLeft', 'KeyA'],
  right: ['ArrowRight', 'KeyD'],
  up: ['ArrowUp', 'KeyW'],
  down: ['ArrowDown', 'KeyS'],
  jump: ['Space', 'ArrowUp', 'KeyW'],
}

/**
 * Writes the state of the keyboard into `session.input` and returns its undo. By default the inputs left, right, up and down
 * have the arrows and WASD, and jump has Space, W and the up arrow; `map` adds inputs or replaces these keys. Bound keys do
 * not scroll the page. Keys typed into form fields or together with Ctrl, Meta or Alt are left alone. All inputs are released
 * when the window loses focus or is hidden. Call once, outside of frames.
 */
export function keys<I extends object>(session: Controlled<I>, map: KeyMap<I> = {}): () => void {
  const given = map as { readonly [name: string]: readonly string[] | undefined }
  /** The inputs that have keys, each with all of its keys. */
  const bound = Object.entries({ ...USUAL, ...given }).filter(
    ([name, codes]) => codes && name in session.input,
  )
  const input = session.input as { [name: string]: boolean }
  const down = new Set<string>()

  const write = (code: string): void => {
    for (const [name, codes] of bound)
      if (codes?.includes(code)) input[name] = codes.some((c) => down.has(c))
  }
  const press = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (!bound.some(([, codes]) => codes?.includes(event.code))) return
    event.preventDefault()
    if (event.repeat || down.has(event.code)) return
    down.add(event.code)
    write(event.code)
  }
  const lift = (event: KeyboardEvent): void => {
    // macOS sends no event for a key that is lifted while Meta is down.
    if (event.key === 'Meta') release()
    else if (down.delete(event.code)) write(event.code)
  }
  const release = (): void => {
    down.clear()
    for (const [name] of bound) input[name] = false
    session.releaseInput()
  }
  const hide = (): void => {
    if (document.hidden) release()
  }

  const listening = new AbortController()
  window.addEventListener('keydown', press, listening)
  window.addEventListener('keyup', lift, listening)
  window.addEventListener('blur', release, listening)
  document.addEventListener('visibilitychange', hide, listening)
  return () => {
    listening.abort()
    release()
  }
}

function isTyping(target: EventTarget | null): boolean {
  const element = target as Partial<HTMLElement> | null
  return element?.closest?.('input, textarea, select, button, [contenteditable]') != null
}
