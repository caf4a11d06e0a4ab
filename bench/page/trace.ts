/** The part of a browser's trace that is read here: durations and times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number | undefined
}

/** What a page's main thread did, frame by frame. */
export interface MainThread {
  /** JavaScript in each frame: its callback, and whatever ran since the one before (packets, timers). */
  readonly scriptMs: readonly number[]
  /** The tasks that took longer than 50 ms. */
  readonly longTasksMs: readonly number[]
}

/** Events that begin JavaScript. One inside another counts once. */
const SCRIPT = new Set(['FireAnimationFrame', 'FunctionCall', 'EvaluateScript', 'RunMicrotasks'])
const TASKS = new Set(['RunTask', 'ThreadControllerImpl::RunTask'])
const LONG_MS = 50

/** Reads the trace of one page: its main thread is the one that has the most animation frames. */
export function readTrace(events: readonly TraceEvent[]): MainThread {
  const frames = new Map<string, number>()
  const thread = ({ pid, tid }: TraceEvent): string => `${pid}/${tid}`
  for (const event of events)
    if (event.name === 'FireAnimationFrame')
      frames.set(thread(event), (frames.get(thread(event)) ?? 0) + 1)
  const [main] = [...frames].sort((a, b) => b[1] - a[1])[0] ?? ['']
  const own = events
    .filter((event) => thread(event) === main && event.ph === 'X' && event.dur !== undefined)
    .sort((a, b) => a.ts - b.ts)
  const longTasksMs = own
    .filter(({ name, dur = 0 }) => TASKS.has(name) && dur > LONG_MS * 1000)
    .map(({ dur = 0 }) => dur / 1000)
  return { scriptMs: scriptOfFrames(own), longTasksMs }
}

function scriptOfFrames(events: readonly TraceEvent[]): number[] {
  const sums: number[] = []
  let untilUs = Number.NEGATIVE_INFINITY
  let sinceLastUs = 0
  let hasBegun = false
  for (const { name, ts, dur = 0 } of events) {
    if (!SCRIPT.has(name)) continue
    if (ts >= untilUs) {
      untilUs = ts + dur
      sinceLastUs += dur
    }
    if (name !== 'FireAnimationFrame') continue
    // What ran before the first frame of the trace is of an unknown span.
    if (hasBegun) sums.push(sinceLastUs / 1000)
    hasBegun = true
    sinceLastUs = 0
  }
  return sums
}

/** The value that the given share of them do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}
