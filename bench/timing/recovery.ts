import type { Ms, Seconds } from '../../src/base/units.ts'
import { InputLead } from '../../src/clock/input-lead.ts'
import { type InputTimes, inputLatencySteps, inputTiming } from '../../src/testing/input-timing.ts'
import type { TimedNetwork } from './networks.ts'
import { type Stall, simulate } from './simulate.ts'

/** A server's queue of one client's inputs, as an engine has it: what comes goes in, each tick takes one. */
export interface InputQueue {
  readonly name: string
  /** Puts input `id` in. */
  push(id: number): void
  /** Takes the next input: its id; -1 when there is none. */
  next(): number
  /** How many wait. */
  readonly size: number
}

/** What a stall does to the time from a key to the tick that it counts in. Steps are 1/60 s. */
export interface Recovery {
  readonly name: string
  /** The mean of 5 s before the stall, in steps. */
  readonly beforeSteps: number
  /** The mean of a second, from so many seconds after the stall on. */
  readonly afterSteps: { readonly [seconds: number]: number }
  /** After so long it is back within a step of what it was before, and stays; Infinity where it is not within 5 s. */
  readonly backSeconds: Seconds
  /** How many ticks lacked their input, from the stall on. */
  readonly missing: number
}

const STALL: Stall = { atMs: 30_050, forMs: 300 }
/** Seconds after the stall at which it is looked at. */
const LOOKS = [0, 1, 2, 15] as const
const STEP_HZ = 60
const STEP_MS: Ms = 1000 / STEP_HZ
const SECONDS = 50
const BEFORE_MS: Ms = 6000
const LOOKED_MS: Ms = 5000

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
  const { ticks, missingPercent } = inputTiming(times, STALL.atMs - 1000, 45_000)
  const missing = Math.round((ticks * missingPercent) / 100)
  return recovery(`glissade, ${network.name}, stall of the ${stalls}`, times, missing)
}

/** What a stall of the network does where each tick takes one input of `queue`, and the client just sends at 60 Hz. */
export function recoverQueue(network: TimedNetwork, queue: InputQueue): Recovery {
  const sentMs = Float64Array.from({ length: SECONDS * STEP_HZ }, (_, id) => 3.3 + id * STEP_MS)
  const { up } = network.ways(1)
  const stallEndMs = STALL.atMs + STALL.forMs
  const arrivedMs = up
    .arrivals(sentMs)
    .map((ms) => (ms >= STALL.atMs && ms < stallEndMs ? stallEndMs : ms))
  const stampTicks = new Float64Array(sentMs.length).fill(Number.NaN)
  let arrived = 0
  let missing = 0
  for (let tick = 0; tick < sentMs.length; tick++) {
    for (; arrivedMs[arrived]! <= tick * STEP_MS; arrived++) queue.push(arrived)
    const id = queue.next()
    if (id >= 0) stampTicks[id] = tick
    else if (tick * STEP_MS > STALL.atMs) missing++
  }
  const frameMs = 0
  const times = { stepMs: STEP_MS, frameMs, stampTicks, sentMs, arrivedMs }
  return recovery(`${queue.name}, ${network.name}, stall of the network`, times, missing)
}

function recovery(name: string, times: InputTimes, missing: number): Recovery {
  const latency = inputLatencySteps(times)
  const meanBetween = (fromMs: Ms, toMs: Ms): number => {
    const some = latency.filter((_, i) => times.sentMs[i]! >= fromMs && times.sentMs[i]! < toMs)
    return some.reduce((sum, steps) => sum + steps, 0) / some.length
  }
  const endMs = STALL.atMs + STALL.forMs
  // What was sent just before it met the stall under way.
  const beforeSteps = meanBetween(STALL.atMs - BEFORE_MS, STALL.atMs - 1000)
  let backMs = endMs
  for (let i = 0; i < latency.length && times.sentMs[i]! < endMs + LOOKED_MS; i++)
    if (times.sentMs[i]! >= endMs && !(Math.abs(latency[i]! - beforeSteps) <= 1))
      backMs = times.sentMs[i]!
  const looks = LOOKS.map((s) => [s, meanBetween(endMs + s * 1000, endMs + s * 1000 + 1000)])
  return {
    name,
    beforeSteps,
    afterSteps: Object.fromEntries(looks),
    backSeconds: backMs > endMs + LOOKED_MS - 1000 ? Infinity : (backMs - endMs) / 1000,
    missing,
  }
}
