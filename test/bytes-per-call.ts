const CALLS = 20_000
const ROUNDS = 30
/** What reading the size of the heap leaves behind itself. */
const READING_BYTES = 256

/**
 * What V8 leaves behind where a fraction is passed to a call that it does not inline, or comes back from one. Only
 * sampling tracks, easing and taking rows in must be free of these; elsewhere a test says how many it allows.
 */
export const BOXED_NUMBER_BYTES = 16

/** How often `bytesPerCall` calls at most: the length of a list of arguments that lasts. */
export const MOST_CALLS: number = CALLS * (ROUNDS + 1)

/**
 * How many bytes of heap one call leaves behind in steady state: warm it up, collect, then look at the heap
 * before and after 20,000 `calls`. The best of up to 30 rounds; ends early when `allowedBytes` or less are
 * left behind. Noise is below 0.3, one small object shows as 32, one boxed number as 16. Needs the flags of the
 * `allocation` project in vitest.config.ts: --expose-gc, a large young generation, and compilation in the foreground.
 * In the background, a busy machine changes when V8 compiles what, so what it inlines, and so whether a fraction is
 * boxed on its way. One test per file: what V8 inlines depends on what ran before, too.
 */
export function bytesPerCall(call: () => void, calls: number = CALLS, allowedBytes = 0.9): number {
  const collect = globalThis.gc
  if (!collect) throw new Error('bytesPerCall needs node --expose-gc')
  repeat(call, calls)
  let best = Infinity
  for (
    let round = 0;
    round < ROUNDS && best > Math.max(calls * allowedBytes, READING_BYTES);
    round++
  ) {
    collect()
    const before = process.memoryUsage().heapUsed
    repeat(call, calls)
    best = Math.min(best, process.memoryUsage().heapUsed - before)
  }
  return best / calls
}

/**
 * Numbers as an event or a decoder hands them over: already lying on the heap. A number computed on the spot and
 * passed to a function that V8 does not inline is boxed by the caller; read from this list it is not.
 */
export function boxed(value: (index: number) => number): number[] {
  const list: unknown[] = ['']
  list.pop()
  for (let i = 0; i < MOST_CALLS + 20; i++) list.push(value(i))
  return list as number[]
}

function repeat(call: () => void, calls: number): void {
  for (let i = 0; i < calls; i++) call()
}
