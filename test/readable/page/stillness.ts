/**
 * Lets a page's pictures and numbers stand still while they are looked at: no animation frame and no timer runs, what
 * fades has faded, and what moves for ever is halted. Has to run before the page's own scripts.
 */
const waiting: FrameRequestCallback[] = []
let isStill = false

const askFrame = window.requestAnimationFrame.bind(window)
const setTimer = window.setTimeout.bind(window)
const setRepeated = window.setInterval.bind(window)

/** Calls `callback` now, or once the page goes on. */
const run = (callback: FrameRequestCallback, nowMs: number): unknown =>
  isStill ? waiting.push(callback) : callback(nowMs)

window.requestAnimationFrame = (callback) => askFrame((nowMs) => run(callback, nowMs))
window.setTimeout = ((callback: (...args: unknown[]) => void, ms?: number, ...args: unknown[]) =>
  setTimer(() => run(() => callback(...args), 0), ms)) as typeof window.setTimeout
// Repeated calls that were due while the page stood still are left out, as a browser does in a hidden page.
window.setInterval = ((
  callback: (...args: unknown[]) => unknown,
  ms?: number,
  ...args: unknown[]
) => setRepeated(() => isStill || callback(...args), ms)) as typeof window.setInterval

const noTransitions = document.createElement('style')
noTransitions.textContent = '*, *::before, *::after { transition: none !important; }'
let halted: Animation[] = []

/** From now on, nothing in the page moves by itself. */
export function stop(): void {
  isStill = true
  for (const animation of document.getAnimations()) {
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      animation.finish()
    else if (animation.playState === 'running') {
      animation.pause()
      halted.push(animation)
    }
  }
  // Not before: what waits for the end of a transition would wait for ever.
  document.head.append(noTransitions)
}

/** Lets the page move again, and runs what has waited. */
export function goOn(): void {
  isStill = false
  for (const animation of halted) animation.play()
  halted = []
  noTransitions.remove()
  for (const callback of waiting.splice(0)) window.requestAnimationFrame(callback)
}
