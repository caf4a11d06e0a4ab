import { coreOf } from '../../src/server/room.ts'
import { median } from '../cpu/rounds.ts'
import { type MeadowRun, playUntil, stageOf } from './measure.ts'
import { HERDING } from './scenes.ts'

/** Until here code is compiled. */
const LEAD_IN_SECONDS = 10

/** What a piece of work takes, in milliseconds of the processor: what else runs on the machine counts little then. */
export interface Times {
  readonly leastMs: number
  readonly medianMs: number
}

/** What a room takes of its process. */
export interface RoomCost {
  /** One step: inputs, flock, rules. */
  readonly step: Times
  /** The snapshots of one network tick, to all clients. */
  readonly snapshots: Times
  /** The share of a processor that both take, by their medians. */
  readonly share: number
}

/** Takes the time of a room in which bots herd. What its clients do is not in it, though they run in the same process. */
export function measureCost(run: MeadowRun): RoomCost {
  const stage = stageOf(HERDING, run)
  playUntil(stage, LEAD_IN_SECONDS)
  const { room, clock } = stage
  const core = coreOf(room)
  const steps: number[] = []
  const snapshots: number[] = []
  while (clock.nowMs() < (LEAD_IN_SECONDS + run.seconds) * 1000) {
    const { tick, nextNetworkTick } = core
    stage.wait()
    const before = process.cpuUsage()
    stage.advance()
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    // What falls together is neither.
    const hasStepped = core.tick > tick
    const hasSent = core.nextNetworkTick > nextNetworkTick
    if (hasStepped && !hasSent) steps.push(ms)
    if (hasSent && !hasStepped) snapshots.push(ms)
    stage.deliver()
  }
  const { stepHz, sendHz } = core.game
  const step = timesOf(steps)
  const sent = timesOf(snapshots)
  const share = (step.medianMs * stepHz + sent.medianMs * sendHz) / 1000
  return { step, snapshots: sent, share }
}

function timesOf(all: readonly number[]): Times {
  return { leastMs: Math.min(...all), medianMs: median(all) }
}
