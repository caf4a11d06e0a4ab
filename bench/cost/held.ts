import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** How many bytes each of `count` things holds, on the heap and in array buffers, once garbage is gone. */
export function heldBytes(count: number, make: () => unknown): number {
  const things: unknown[] = new Array(count).fill(null)
  make()
  const before = usedBytes()
  for (let i = 0; i < count; i++) things[i] = make()
  const held = (usedBytes() - before) / count
  // Read after the measurement, so that nothing of it may be collected earlier.
  if (things.length !== count) throw new Error('the things are gone')
  return held
}

function usedBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let i = 0; i < 3; i++) collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}
