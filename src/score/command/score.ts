import { writeFileSync } from 'node:fs'
import type { MotionContender } from '../measures/player.ts'
import { allMotions, motions as defaultMotions } from '../motions/motions.ts'
import { traceOf } from '../traces/catalogue.ts'
import type { Trace } from '../traces/trace.ts'
import { chosen, readArguments, type ScoreRequest } from './arguments.ts'
import { motionDocument } from './docs.ts'
import { checkWritable, readTraces } from './files.ts'
import { helpText } from './help.ts'
import { CurveKeeper } from './page/curves.ts'
import { reportPage } from './page/page.ts'
import { Progress } from './progress.ts'
import { formatReport, type Report } from './report.ts'
import { Results } from './results.ts'
import { type Plan, partsOf, runPlan } from './run.ts'
import { scoreTables } from './score-tables.ts'
import { type Table, tableText } from './table.ts'
import type { Terminal } from './terminal.ts'
import { commandText, WrongArguments } from './words.ts'

/** The program that runs `glissade score`. */
export interface Host extends Terminal {
  /** The players to choose from, Glissade first. */
  readonly contenders: readonly MotionContender[]
  /** Makes the table that the document begins with. Called only if a document is written. Default: none. */
  readonly firstTable?: (() => Table) | undefined
}

/** How long each run is played before the score counts: the default of `score`. */
const WARMUP_SECONDS = 10

/**
 * Runs `glissade score`: plays traces to players, prints the tables and writes the files that the user asked for. Returns the
 * report, or undefined if only the help was printed. Throws `WrongArguments` before anything is played.
 */
export async function scoreCommand(
  words: readonly string[],
  host: Host,
): Promise<Report | undefined> {
  const request = readArguments(words)
  if (request.help) {
    host.print(helpText(host.command, host.contenders, allMotions))
    return undefined
  }
  const plan = planOf(request, host)
  checkWritable('--json', request.jsonFile)
  checkWritable('--html', request.htmlFile)
  checkWritable('--docs', request.docsFile)

  const keeper = new CurveKeeper(plan.players.map(({ name }) => name))
  const progress = new Progress(host.progress, partsOf(plan), host.now())
  const found = await runPlan(plan, {
    progress: (done, next) => progress.show(done, next, host.now()),
    recorded: (recording) => {
      if (request.htmlFile !== undefined) keeper.add(recording)
    },
  }).finally(() => progress.end())
  const report = {
    ...headOf(plan, commandText(host.command, words, ['--json', '--html'], ['--trace', '--docs'])),
    ...found,
  }

  host.print(scoreTables(new Results(report)).map(tableText).join('\n'))
  const write = (file: string | undefined, text: () => string): void => {
    if (file === undefined) return
    writeFileSync(file, text())
    host.print(`written: ${file}`)
  }
  write(request.jsonFile, () => formatReport(report))
  write(request.htmlFile, () => reportPage(report, keeper))
  write(request.docsFile, () => motionDocument(report, host.firstTable?.()))
  return report
}

/** Looks up everything that a request names. Throws `WrongArguments`. */
function planOf(request: ScoreRequest, host: Host): Plan {
  const { seed } = request
  const traces = [
    ...request.traces.map((name) => builtIn(name, seed)),
    ...readTraces(request.traceFiles, (text) => host.note(text)),
  ]
  const names = traces.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw new WrongArguments(`there are two traces called '${twice}'`)
  if (traces.length === 0) throw new WrongArguments('there is no trace to play: name one')
  return {
    traces,
    rates: request.rates,
    motions: request.motions ? chosen(request.motions, allMotions, 'motion') : defaultMotions,
    players: chosen(request.players, host.contenders, 'player'),
    seconds: request.seconds,
    seed,
  }
}

function builtIn(name: string, seed: number): Trace {
  try {
    return traceOf(name, { seed })
  } catch (error) {
    throw new WrongArguments(`--traces: ${(error as Error).message}`)
  }
}

function headOf(plan: Plan, command: string): Omit<Report, 'scores' | 'bounds'> {
  return {
    version: 1,
    command,
    seconds: plan.seconds,
    warmupSeconds: WARMUP_SECONDS,
    seed: plan.seed,
    motions: plan.motions.map(({ name, about }) => ({ name, about })),
    players: plan.players.map(({ name, about }) => ({ name, about })),
    traces: plan.traces.map(({ name, kind }) => ({ name, kind })),
    rates: plan.rates,
  }
}
