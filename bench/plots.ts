import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clocksPlot } from './plots/clocks.ts'
import { loopsPlot } from './plots/loops.ts'
import { motionPlot } from './plots/motion.ts'
import { playoutPlot } from './plots/playout.ts'
import { predictionPlot } from './plots/prediction.ts'
import { wirePlot } from './plots/wire.ts'

/** What draws each picture of docs/guide, by its file name. The same text every time. */
export const PLOTS: Readonly<Record<string, () => string>> = {
  'clocks.svg': clocksPlot,
  'loops.svg': loopsPlot,
  'motion.svg': motionPlot,
  'playout.svg': playoutPlot,
  'prediction.svg': predictionPlot,
  'wire.svg': wirePlot,
}

const FOLDER = join(import.meta.dirname, '..', 'docs', 'guide')

/** Writes every picture of docs/guide anew. */
export function drawPlots(): void {
  for (const [file, draw] of Object.entries(PLOTS)) {
    writeFileSync(join(FOLDER, file), draw())
    console.log(`docs/guide/${file}`)
  }
}
