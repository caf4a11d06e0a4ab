import type { Ms, Seconds } from '../../src/base/units.ts'
import { InputLead } from '../../src/time/loop/input-lead.ts'
import { type InputTimes, inputLatencySteps } from './input-timing.ts'
import type { TimedNetwork } from './networks.ts'
import { type Stall, simulate } from './simulate.ts'

/** A server's queue of one client's inputs, as an engine has it: what comes goes in, each tick takes some. */
export interface InputQueue {
  readonly name: string
  /** Puts input `id` in. */
  push(id: number): void
  /** Takes the next input: its id; undefined when there is none. */
  next(): number | undefined
  /** Takes the next inputs, `most` of them at most. */
  take(most: number): readonly number[]
}

/** What each tick takes of a queue: one input by `next`, or two at most by `take`. */
export type Taking = 'next()' | 'take(2)'

/** What a stall does to the time from a key to the tick that it counts in. Steps are 1/60 s. */
export interface Recovery {
  readonly name: string
  /** The mean of 5 s before the stall, in steps. */
  readonly beforeSteps: number
  /** The mean of a second, from so many seconds after the stall on. */
  readonly afterSteps: { readonly [seconds: number]: number }
  /**
   * So long after the stall it is back within a step of what it was before, and stays; Infinity where it still is not a
   * second before `COUNTED_SECONDS` are over.
   */
  readonly backSeconds: Seconds
  /** How many ticks lacked an input, from the beginning of the stall to `COUNTED_SECONDS` after its end. */
  readonly missing: number
  /** How many ticks moved a player by two inputs, within the same time. */
  readonly doubled: number
}

/** Ticks are counted from the beginning of the stall to so long after its end. */
export const COUNTED_SECONDS: Seconds = 5

const STALL: Stall = { atMs: 30_050, forMs: 300 }
/** Seconds after the stall at which it is looked at. */
const LOOKS = [1, 2, 15] as const
const STEP_HZ = 60
const STEP_MS: Ms = 1000 / STEP_HZ
const SECONDS = 50
const BEFORE_MS: Ms = 6000
const COUNTED_UNTIL_MS: Ms = STALL.atMs + STALL.forMs + COUNTED_SECONDS * 1000

/** What a stall of the network, or of the client, does to inputs that `InputLead` times. */
export function recoverLead(network: TimedNetwork, stalls: 'network' | 'client'): Recovery {
  const { up, down } = network.ways(1)
  const times = simulate({
    driver: new InputLead(),
    stepHz: STEP_HZ,
    frameHz: 59.94,
    phaseMs: 3.3,
    up,
    down,
    seconds: SECONDS,
    networkStall: stalls === 'network' ? STALL : undefined,
    clientStall: stalls === 'client' ? STALL : undefined,
  })
  return recovery(`glissade, ${network.name}, stall of the ${stalls}`, times)
}

/** What a stall of the network does where each tick takes of `queue`, and the client just sends at 60 Hz. */
export function recoverQueue(network: TimedNetwork, queue: InputQueue, taking: Taking): Recovery {
  const sentMs = Float64Array.from({ length: SECONDS * STEP_HZ }, (_, id) => 3.3 + id * STEP_MS)
  const { up } = network.ways(1)
  const stallEndMs = STALL.atMs + STALL.forMs
  const arrivedMs = up
    .arrivals(sentMs)
    .map((ms) => (ms >= STALL.atMs && ms < stallEndMs ? stallEndMs : ms))
  const stampTicks = new Float64Array(sentMs.length).fill(Number.NaN)
  let arrived = 0
  for (let tick = 0; tick < sentMs.length; tick++) {
    for (; arrivedMs[arrived]! <= tick * STEP_MS; arrived++) queue.push(arrived)
    for (const id of takenOf(queue, taking)) stampTicks[id] = tick
  }
  const frameMs = 0
  const times = { stepMs: STEP_MS, frameMs, stampTicks, sentMs, arrivedMs }
  return recovery(
    `${queue.name}, ${taking} in each tick, ${network.name}, stall of the network`,
    times,
  )
}

function takenOf(queue: InputQueue, taking: Taking): readonly number[] {
  if (taking === 'take(2)') return queue.take(2)
  const id = queue.next()
  return id === undefined ? [] : [id]
}

function recovery(name: string, times: InputTimes): Recovery {
  const latency = inputLatencySteps(times)
  const meanBetween = (fromMs: Ms, toMs: Ms): number => {
    const some = latency.filter((_, i) => times.sentMs[i]! >= fromMs && times.sentMs[i]! < toMs)
    return some.reduce((sum, steps) => sum + steps, 0) / some.length
  }
  const endMs = STALL.atMs + STALL.forMs
  // What was sent just before it met the stall under way.
  const beforeSteps = meanBetween(STALL.atMs - BEFORE_MS, STALL.atMs - 1000)
  let backMs = endMs
  for (let i = 0; i < latency.length && times.sentMs[i]! < COUNTED_UNTIL_MS; i++)
    if (times.sentMs[i]! >= endMs && !(Math.abs(latency[i]! - beforeSteps) <= 1))
      backMs = times.sentMs[i]!
  const looks = LOOKS.map((s) => [s, meanBetween(endMs + s * 1000, endMs + s * 1000 + 1000)])
  return {
    name,
    beforeSteps,
    afterSteps: Object.fromEntries(looks),
    backSeconds: backMs > COUNTED_UNTIL_MS - 1000 ? Infinity : (backMs - endMs) / 1000,
    ...countedTicks(times),
  }
}

/** Ticks that no input was in time for, and those that more than one was for. */
function countedTicks({ stepMs, stampTicks, arrivedMs }: InputTimes): {
  readonly missing: number
  readonly doubled: number
} {
  const inputs = new Map<number, number>()
  for (let i = 0; i < stampTicks.length; i++) {
    const tick = stampTicks[i]!
    if (arrivedMs[i]! <= tick * stepMs) inputs.set(tick, (inputs.get(tick) ?? 0) + 1)
  }
  let missing = 0
  let doubled = 0
  for (let tick = Math.ceil(STALL.atMs / stepMs); tick * stepMs < COUNTED_UNTIL_MS; tick++) {
    const count = inputs.get(tick) ?? 0
    if (count === 0) missing++
    if (count > 1) doubled++
  }
  return { missing, doubled }
}
