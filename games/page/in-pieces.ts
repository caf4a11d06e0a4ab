/**
 * Does one piece of a long work after another, and lets the browser breathe between them. `onProgress` hears shares from
 * 0 to below 1 that never go back: what comes after the pieces is the last share.
 */
export async function inPieces(
  pieces: readonly (() => void)[],
  onProgress: (share: number) => void,
): Promise<void> {
  onProgress(0)
  for (const [i, work] of pieces.entries()) {
    work()
    onProgress((i + 1) / (pieces.length + 1))
    await nextTask()
  }
}

/** A message and not a timer, as timers are slowed down in a tab that is hidden. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
