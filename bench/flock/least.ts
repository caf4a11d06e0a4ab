import type { Scene } from './scene.ts'

/** Each pass goes over so many steps; the first few of them are not timed. */
const STEPS = 10
const UNTIMED = 2

/**
 * What a step of each scene takes, in ns: of each step of a stretch the least of all passes, as whatever else the
 * machine does can only add to it; then their mean. The scenes take turns.
 */
export function leastNs(scenes: readonly Scene[], passes: number): number[] {
  const least = scenes.map(() => new Float64Array(STEPS).fill(Number.POSITIVE_INFINITY))
  for (let pass = 0; pass < passes; pass++)
    for (const [i, scene] of scenes.entries()) goOver(scene, least[i]!)
  return least.map((steps) => {
    const timed = steps.subarray(UNTIMED)
    return timed.reduce((sum, ns) => sum + ns, 0) / timed.length
  })
}

function goOver(scene: Scene, least: Float64Array): void {
  scene.begin()
  for (let n = 0; n < STEPS; n++) {
    scene.prepare()
    const started = process.hrtime.bigint()
    scene.step()
    least[n] = Math.min(least[n]!, Number(process.hrtime.bigint() - started))
  }
}
