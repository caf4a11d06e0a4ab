import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A scene of scene.ts, and how its sheep find each other. */
export interface Case {
  readonly scene: 'spread' | 'grazing' | 'penned'
  /** How many sheep. There are 1000 in all scenes but `spread`. */
  readonly count: number
  /** With the grid; every sheep looks at every other; the same with each pair's distance taken once. */
  readonly look: 'grid' | 'all' | 'once'
}

const STAND = fileURLToPath(new URL('./stand.ts', import.meta.url))
/** Said, not inherited: tests run without them. */
const EXEC_ARGV = ['-C', 'glissade-source', '--import', 'tsx']
/** The first few steps of each pass are not timed. */
const UNTIMED = 2

/**
 * What a step of each case takes, in ns: of each step of a stretch the least of all passes, as whatever else the machine
 * does can only add to it; then their mean. The cases take turns. Each has a process of its own, like a server, which
 * has one way to look: V8 inlines no call that goes to different functions.
 */
export async function leastNs(cases: readonly Case[], passes: number): Promise<number[]> {
  const stands = cases.map(({ scene, count, look }) =>
    fork(STAND, [scene, `${count}`, look], { execArgv: EXEC_ARGV }),
  )
  try {
    const least = cases.map((): number[] => [])
    for (let pass = 0; pass < passes; pass++)
      for (const [i, stand] of stands.entries())
        for (const [n, ns] of (await goOver(stand)).entries())
          least[i]![n] = Math.min(least[i]![n] ?? ns, ns)
    return least.map((steps) => {
      const timed = steps.slice(UNTIMED)
      return timed.reduce((sum, ns) => sum + ns, 0) / timed.length
    })
  } finally {
    for (const stand of stands) stand.kill()
  }
}

/** What each step of one pass takes, in ns. Throws when the process has ended. */
async function goOver(stand: ChildProcess): Promise<number[]> {
  const over = new AbortController()
  const { signal } = over
  const ended = once(stand, 'exit', { signal }).then(([code]): never => {
    throw new Error(`the stand of a flock has ended with code ${code}`)
  })
  stand.send('go over it')
  try {
    return (await Promise.race([once(stand, 'message', { signal }), ended]))[0]
  } finally {
    ended.catch(() => {})
    over.abort()
  }
}
