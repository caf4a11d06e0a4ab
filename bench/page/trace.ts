/** The part of a browser's trace that is read here: durations and times in microseconds. */
export interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number | undefined
  /** The part of `dur` in which the thread really ran. */
  readonly tdur?: number | undefined
}

/** What a page's main thread did, frame by frame. */
export interface MainThread {
  /** JavaScript in each frame: its callbacks, and whatever ran until the next (packets, timers). */
  readonly scriptMs: readonly number[]
  /** The tasks that took longer than 50 ms, as time that passed and as time in which the thread ran. */
  readonly longTasks: readonly { readonly wallMs: number; readonly cpuMs: number }[]
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
  return { scriptMs: scriptOfFrames(own), longTasks: longTasks(own) }
}

/** A task is traced under two names, one inside the other: it counts once. */
function longTasks(events: readonly TraceEvent[]): MainThread['longTasks'] {
  const found: { wallMs: number; cpuMs: number }[] = []
  let untilUs = Number.NEGATIVE_INFINITY
  for (const { name, ts, dur = 0, tdur = dur } of events) {
    if (!TASKS.has(name) || ts < untilUs) continue
    untilUs = ts + dur
    if (dur > LONG_MS * 1000) found.push({ wallMs: dur / 1000, cpuMs: tdur / 1000 })
  }
  return found
}

/** A frame is a task with animation callbacks, of which a page may have several, and all until the next such task. */
function scriptOfFrames(events: readonly TraceEvent[]): number[] {
  const sums: number[] = []
  let scriptUntilUs = Number.NEGATIVE_INFINITY
  let taskUntilUs = Number.NEGATIVE_INFINITY
  let isFrame = false
  let sumUs = Number.NaN
  for (const { name, ts, dur = 0 } of events) {
    if (TASKS.has(name) && ts >= taskUntilUs) {
      taskUntilUs = ts + dur
      isFrame = false
    }
    if (!SCRIPT.has(name)) continue
    if (name === 'FireAnimationFrame' && !isFrame) {
      isFrame = true
      // What ran before the first frame of the trace is of an unknown span.
      if (!Number.isNaN(sumUs)) sums.push(sumUs / 1000)
      sumUs = 0
    }
    if (ts < scriptUntilUs) continue
    scriptUntilUs = ts + dur
    sumUs += dur
  }
  return sums
}

/** The value that the given share of them do not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)] ?? Number.NaN
}
