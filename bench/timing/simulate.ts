import type { Ms, Seconds } from '../../src/base/units.ts'
import type { Trace } from '../../src/score/traces/trace.ts'
import type { StepDriver } from '../../src/time/loop/step-driver.ts'
import { WholeSteps } from '../../src/time/loop/whole-steps.ts'
import type { InputTimes } from './input-timing.ts'

/** A time without: `forMs` from `atMs` on. */
export interface Stall {
  readonly atMs: Ms
  readonly forMs: Ms
}

/** One client and one server, each way over a trace. */
export interface Scene {
  readonly driver: StepDriver
  readonly stepHz: number
  readonly frameHz: number
  /** When the first frame is: where frames lie between ticks. */
  readonly phaseMs: Ms
  readonly up: Trace
  readonly down: Trace
  readonly seconds: Seconds
  /** Nothing arrives meanwhile, at either end; then all of it does. */
  readonly networkStall?: Stall | undefined
  /** The client draws no frames meanwhile. */
  readonly clientStall?: Stall | undefined
}

/** Of these the client has so many a second. */
const SNAPSHOT_MS: Ms = 50
/** What the server reports arrivals in. */
const PARTS = 16
/** A session counts no more of a frame. */
const MOST_FRAME_MS: Ms = 1000
/** The client's clock shows another time than the server's. */
const CLOCK_OFFSET_MS: Ms = 777
/** Where the first tick is put, after the first input may have come. */
const FIRST_WAIT_MS: Ms = 100

interface Packet {
  readonly atMs: Ms
  readonly first: number
  readonly last: number
}

interface Report {
  readonly atMs: Ms
  readonly ids: readonly number[]
}

/**
 * Runs a client's input clock against a server with `authority: sharedTick()`, in virtual time: what `driver` makes of the
 * reports, and when the inputs come. As a session does, a client sends the inputs of a frame at once, in order or, as
 * datagrams, with all that it does not know to have come, and once again in the next frame.
 */
export function simulate(scene: Scene): InputTimes {
  const run = new Run(scene)
  for (let j = 0; j < run.framesMs.length; j++) run.frame(j)
  return run.times()
}

class Run {
  readonly framesMs: readonly Ms[]
  readonly #driver: StepDriver
  readonly #isOrdered: boolean
  readonly #stepMs: Ms
  readonly #frameMs: Ms
  /** How much faster the server's clock runs. */
  readonly #speed: number
  readonly #steps: WholeSteps
  readonly #base: number
  readonly #upMs: Float64Array
  readonly #snapshotsMs: readonly Ms[]
  readonly #downMs: Float64Array
  readonly #packets: Packet[] = []
  readonly #reports: Report[] = []
  readonly #sentMs: Ms[] = []
  readonly #arrivedMs: Ms[] = []
  #fresh: number[] = []
  #snapshots = 0
  #acknowledged = -1
  #mayRepeat = false

  constructor(scene: Scene) {
    const { driver, stepHz, frameHz, phaseMs, up, down, seconds, networkStall, clientStall } = scene
    const count = Math.floor(((seconds * 1000 - phaseMs) * frameHz) / 1000)
    const frames = Array.from({ length: count }, (_, j) => phaseMs + (j * 1000) / frameHz)
    this.framesMs = frames.filter((ms) => !isWithin(ms, clientStall))
    this.#snapshotsMs = Array.from({ length: seconds * 20 }, (_, k) => (k + 0.3) * SNAPSHOT_MS)
    this.#upMs = heldUp(up.arrivals(this.framesMs), networkStall)
    this.#downMs = heldUp(down.arrivals(this.#snapshotsMs), networkStall)
    this.#driver = driver
    this.#isOrdered = up.kind === 'ordered'
    this.#stepMs = 1000 / stepHz
    this.#frameMs = 1000 / frameHz
    this.#speed = 1 + (up.clockPpm ?? 20) / 1e6
    this.#steps = new WholeSteps(this.#stepMs)
    this.#base = Math.ceil(this.#ticks(phaseMs + FIRST_WAIT_MS))
    driver.begin(this.#stepMs, SNAPSHOT_MS)
  }

  /** Frame `j`, and before it what has come until then. */
  frame(j: number): void {
    const nowMs = this.framesMs[j]!
    this.#serve(nowMs)
    this.#hear(nowMs)
    const localMs = nowMs + CLOCK_OFFSET_MS
    const steps = this.#steps
    const rate = this.#driver.rate(localMs, this.#base + this.#sentMs.length + steps.alpha)
    const frameMs = nowMs - (this.framesMs[j - 1] ?? nowMs)
    const made = steps.cut(Math.min(frameMs, MOST_FRAME_MS) * rate)
    for (let i = 0; i < made; i++) {
      this.#driver.generated(this.#sentMs.length, localMs)
      this.#sentMs.push(nowMs)
      this.#arrivedMs.push(Number.NaN)
    }
    const last = this.#sentMs.length - 1
    const repeats = !this.#isOrdered && this.#mayRepeat
    const first = this.#isOrdered ? last + 1 - made : this.#acknowledged + 1
    const atMs = this.#upMs[j]!
    if ((made > 0 || repeats) && !Number.isNaN(atMs)) this.#packets.push({ atMs, first, last })
    this.#mayRepeat = made > 0
  }

  times(): InputTimes {
    return {
      stepMs: this.#stepMs,
      frameMs: this.#frameMs,
      stampTicks: this.#sentMs.map((_, id) => this.#base + id + 1),
      sentMs: this.#sentMs.map((ms) => ms * this.#speed),
      arrivedMs: this.#arrivedMs.map((ms) => ms * this.#speed),
    }
  }

  #ticks(ms: Ms): number {
    return (ms * this.#speed) / this.#stepMs
  }

  /** The server until `nowMs`: takes in packets, and sends snapshots. */
  #serve(nowMs: Ms): void {
    for (; this.#snapshots < this.#snapshotsMs.length; this.#snapshots++) {
      const sentMs = this.#snapshotsMs[this.#snapshots]!
      if (sentMs > nowMs) break
      this.#take(sentMs)
      const atMs = this.#downMs[this.#snapshots]!
      if (!Number.isNaN(atMs)) this.#reports.push({ atMs, ids: this.#fresh })
      this.#fresh = []
    }
    this.#take(nowMs)
  }

  /** Packets that come until `untilMs`, in their order. */
  #take(untilMs: Ms): void {
    const packets = this.#packets
    packets.sort((a, b) => a.atMs - b.atMs)
    for (let packet = packets[0]; packet && packet.atMs <= untilMs; packet = packets[0]) {
      packets.shift()
      for (let id = packet.first; id <= packet.last; id++) {
        if (!Number.isNaN(this.#arrivedMs[id]!)) continue
        this.#arrivedMs[id] = packet.atMs
        this.#fresh.push(id)
      }
    }
  }

  /** The client until `nowMs`: takes in snapshots. */
  #hear(nowMs: Ms): void {
    const reports = this.#reports
    reports.sort((a, b) => a.atMs - b.atMs)
    for (let report = reports[0]; report && report.atMs <= nowMs; report = reports[0]) {
      reports.shift()
      for (const id of report.ids) {
        const parts = Math.floor(this.#ticks(this.#arrivedMs[id]!) * PARTS)
        this.#driver.arrived?.(id, parts / PARTS)
        this.#acknowledged = Math.max(this.#acknowledged, id)
      }
      this.#driver.snapshot(0, report.atMs + CLOCK_OFFSET_MS, -1, 0)
    }
  }
}

function isWithin(ms: Ms, stall: Stall | undefined): boolean {
  return stall !== undefined && ms >= stall.atMs && ms < stall.atMs + stall.forMs
}

/** What would arrive within a stall arrives at its end. */
function heldUp(arrivesMs: Float64Array, stall: Stall | undefined): Float64Array {
  return arrivesMs.map((ms) => (stall && isWithin(ms, stall) ? stall.atMs + stall.forMs : ms))
}
