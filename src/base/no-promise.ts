/**
 * What a function that nobody waits for may return: anything but a promise. A function whose type says `void` would take an
 * `async` function too, because what that returns is ignored.
 */
export type NoPromise =
  | undefined
  // biome-ignore lint/suspicious/noConfusingVoidType: a function without a `return` returns `void`
  | void
  | null
  | boolean
  | number
  | bigint
  | string
  | symbol
  | (object & { readonly then?: 'nothing waits for a promise: load data in authenticate or open' })
