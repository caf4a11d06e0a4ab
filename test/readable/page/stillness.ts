/**
 * Lets a page's pictures and numbers stand still while they are looked at. Everything that a page draws, it draws in
 * animation frames, so they are held back. Has to run before the page's own scripts.
 */
const waiting: FrameRequestCallback[] = []
let isStill = false
const ask = window.requestAnimationFrame.bind(window)

window.requestAnimationFrame = (callback) =>
  ask((nowMs) => (isStill ? waiting.push(callback) : callback(nowMs)))

/** From now on, no animation frame runs. */
export function stop(): void {
  isStill = true
}

/** Runs those that wait, and all later ones. */
export function goOn(): void {
  isStill = false
  for (const callback of waiting.splice(0)) ask(callback)
}
