/**
 * Does a long piece of work bit by bit, and lets the browser run in between. `onProgress` gets shares from 0 to below 1
 * that never go back. What comes after the pieces is the last share.
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

/** This is a message and not a timer, because browsers slow timers down in a hidden tab. */
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
