import { reporting } from '../src/score/command/command.ts'
import { readTraces } from '../src/score/command/files.ts'
import { shown, tableText } from '../src/score/command/table.ts'
import { readOptions, whole } from './options.ts'
import { loadPeers } from './peers.ts'
import { capturedNetwork, madeNetwork, madeNetworks, type TimedNetwork } from './timing/networks.ts'
import { COUNTED_SECONDS, type Recovery, recoverLead, recoverQueue } from './timing/recovery.ts'
import { scoreTiming } from './timing/score.ts'

const COMMAND = 'npm run bench -- timing'
const LEAST_SECONDS = 15
const MOST_SECONDS = 3600
const HELP = `${COMMAND} [--trace FILE]... [--seconds N] [--own]: how well inputs make their ticks

  --trace FILE   a captured network: CSV with the head send_ms,arrive_ms, LOST for what never came;
                 may be given several times
  --seconds N    length of each run, ${LEAST_SECONDS} to ${MOST_SECONDS}; the first 10 do not count (default: 120)
  --own          without other packages
  --help         says this`

/** What the words ask for. */
interface Request {
  readonly help: boolean
  readonly files: readonly string[]
  readonly seconds: number
  readonly isAlone: boolean
}

/**
 * Prints what a stall does to the way of an input from key to tick, ours and others'; and over traces, how many ticks
 * lack their input and how long inputs wait, beside the best constant distance. `words`: as `--help` says. What is wrong
 * with them becomes one line, and the exit code 1.
 */
export async function printTiming(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, files, seconds, isAlone } = readWords(words)
    if (help) return console.log(HELP)
    // What cannot be read is found out before anything is played.
    const captured = readTraces(files, console.error)
    const peers = isAlone ? null : await loadPeers()
    const stalled = (['const50', 'jitter50'] as const).map((name) => madeNetwork(name, true))
    printRecoveries([
      ...stalled.flatMap((network) => [
        recoverLead(network, 'network'),
        recoverLead(network, 'client'),
      ]),
      ...(['next()', 'take(2)'] as const).flatMap((taking) =>
        stalled.flatMap((network) =>
          (peers?.queues() ?? []).map((queue) => recoverQueue(network, queue, taking)),
        ),
      ),
    ])
    const networks = [false, true].flatMap((isOrdered) => [
      ...madeNetworks(isOrdered),
      ...captured.map((trace) => capturedNetwork(trace, isOrdered)),
    ])
    printScores(networks, seconds)
  })
}

function readWords(words: readonly string[]): Request {
  const values = readOptions(words, {
    help: { type: 'boolean', short: 'h' },
    trace: { type: 'string', multiple: true },
    seconds: { type: 'string' },
    own: { type: 'boolean' },
  })
  return {
    help: values.help ?? false,
    files: values.trace ?? [],
    seconds: whole('--seconds', values.seconds ?? '120', LEAST_SECONDS, MOST_SECONDS),
    isAlone: values.own ?? false,
  }
}

function printRecoveries(recoveries: readonly Recovery[]): void {
  const title = 'From key to tick, around a stall of 300 ms'
  const about = `in steps of 1/60 s: means of 5 s before it, and of a second so long after it;
ticks without an input, and with two, which move a player twice as fast: from its beginning to ${COUNTED_SECONDS} s after it`
  const head = ['', 'before', '1 s', '2 s', '15 s', 'within a step after, s']
  const counted = [`without, to ${COUNTED_SECONDS} s`, `with two, to ${COUNTED_SECONDS} s`]
  const rows = recoveries.map(
    ({ name, beforeSteps, afterSteps, backSeconds, missing, doubled }) => [
      name,
      ...[beforeSteps, afterSteps[1]!, afterSteps[2]!, afterSteps[15]!].map((x) => shown(x, 1)),
      shown(backSeconds, 2),
      `${missing}`,
      `${doubled}`,
    ],
  )
  console.log(tableText({ title, about, head: [...head, ...counted], rows }))
}

function printScores(networks: readonly TimedNetwork[], seconds: number): void {
  const title = 'How well inputs make their ticks'
  const about = `60 steps and 59.94 frames a second, 20 snapshots; 10 runs of ${seconds} s, waits in steps`
  const head = ['', 'lacking %', 'wait', 'constant', 'difference', 'for 0.5 %', 'first 10 s, %']
  const rows = networks.map((network) => {
    const score = scoreTiming(network, { seconds })
    return [
      score.name,
      shown(score.missingPercent, 2),
      shown(score.waitSteps, 2),
      shown(score.constantSteps, 2),
      shown(score.waitSteps - score.constantSteps, 2),
      shown(score.halfPercentSteps, 2),
      shown(score.startMissingPercent, 2),
    ]
  })
  console.log(tableText({ title, about, head, rows }))
  console.log('wait: from arrival to tick, of inputs in time. constant: the same of the best clock')
  console.log('that keeps one distance to the local one, and leaves no more ticks without.')
}
