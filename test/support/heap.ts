import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Gives back everything unused, and returns how large the heap then is, in MB. */
export function heapMB(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed / 2 ** 20
}
