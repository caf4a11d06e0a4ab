// What `#development` names while a game is being developed: see `imports` in package.json. `production.ts` takes its place in
// a page that is built for players.
declare const process: { readonly env?: { readonly NODE_ENV?: string } } | undefined
declare const console: { warn(text: string): void }

/** Most warnings of one process. A program that runs on should not fill a log. */
const MOST_WARNINGS = 200

/**
 * Whether this is development. In a page: whether the bundler sets the condition `development`, as Vite's and webpack's do while
 * they serve a page. In Node: unless `NODE_ENV` is `production`. Write each check for authors as `if (isDevelopment) ...`, so
 * that nothing of it is bundled for players.
 */
export const isDevelopment: boolean =
  typeof process === 'undefined' || process.env?.NODE_ENV !== 'production'

const warned = new Set<string>()

/**
 * Tells the author of a game about a mistake, with `console.warn`, once for each `key`, and at most 200 times. `key`: the kind of
 * mistake and what it is about, such as `range dots.dot.x`. May be called inside a frame or step.
 */
export function warnOnce(key: string, text: string): void {
  if (warned.has(key) || warned.size >= MOST_WARNINGS) return
  warned.add(key)
  console.warn(`glissade: ${text}`)
}

/** Lets every warning come once more, for tests. */
export function forgetWarnings(): void {
  warned.clear()
}
