import type { Seconds } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import type { LoadRequest } from './arguments.ts'
import { addCounts, addReason, emptyTally, type Tally } from './crowd/tally.ts'
import { type Spread, spreadOf } from './histogram.ts'
import type { LoadFigures, LoadReport, LoadSecond, Reason } from './report/report.ts'

/** Sums that figures are made from, over one second or several. */
interface Stretch {
  readonly tally: Tally
  seconds: Seconds
  /** Seconds of all connected clients together. */
  clientSeconds: Seconds
  /** Processors times seconds. */
  generatorCpu: number
  busiestCpu: number
  serverCpu: number
  /** For how many seconds the server said what it used. */
  serverSeconds: Seconds
}

const emptyStretch = (): Stretch => ({
  tally: emptyTally(),
  seconds: 0,
  clientSeconds: 0,
  generatorCpu: 0,
  busiestCpu: 0,
  serverCpu: 0,
  serverSeconds: 0,
})

/** Collects the tallies of a run, second by second. */
export class Findings {
  readonly #request: LoadRequest
  readonly #game: AnyGame
  readonly #perSecond: LoadSecond[] = []
  readonly #whole = emptyStretch()
  readonly #afterRamp = emptyStretch()
  #now = emptyTally().now

  constructor(request: LoadRequest, game: AnyGame) {
    this.#request = request
    this.#game = game
  }

  /** How long the run has lasted. */
  get atSeconds(): Seconds {
    return this.#perSecond.at(-1)?.atSeconds ?? 0
  }

  /** Clients that have joined so far. */
  get joined(): number {
    return this.#whole.tally.joinMs.total
  }

  /** Whether some clients have yet to join. */
  get isJoining(): boolean {
    return this.#now.waiting + this.#now.joining > 0
  }

  /** Whether no client is left that could still be measured. */
  get isOver(): boolean {
    return this.#now.ended === this.#request.clients
  }

  /**
   * Adds the second that ends `atSeconds` after the start. `serverCpu`: NaN if the server does not say it. `isMeasured`: whether
   * the second is after the ramp.
   */
  add(tally: Tally, serverCpu: number, atSeconds: Seconds, isMeasured: boolean): void {
    const seconds = atSeconds - this.atSeconds
    const one = emptyStretch()
    const stretches = isMeasured ? [one, this.#whole, this.#afterRamp] : [one, this.#whole]
    for (const stretch of stretches) addTo(stretch, tally, serverCpu, seconds)
    this.#now = tally.now
    this.#perSecond.push({
      atSeconds,
      connected: tally.now.connected,
      joined: tally.joinMs.total,
      failed: sum(tally.failed),
      dropped: sum(tally.dropped),
      broken: tally.broken,
      ...figuresOf(one),
    })
  }

  /** What was found. `isInterrupted`: whether the user ended the run. */
  report(isInterrupted: boolean): Omit<LoadReport, 'command'> {
    const { reportFile: _page, jsonFile: _json, ...request } = this.#request
    const { tally } = this.#whole
    const { waiting, joining, reconnecting, onDatagrams } = this.#now
    const dropped = new Map(tally.dropped)
    if (reconnecting > 0)
      addReason(dropped, 'lost: the connection broke, and had not come back', reconnecting)
    const { seconds } = this.#afterRamp
    return {
      version: 1,
      ...request,
      game: this.#game.name,
      sendMs: this.#game.sendMs,
      rampedSeconds: this.atSeconds - seconds,
      rooms: Math.ceil(request.clients / request.roomSize),
      isInterrupted,
      measuredSeconds: seconds,
      joined: this.joined,
      failed: reasonsOf(tally.failed),
      dropped: reasonsOf(dropped),
      unfinished: waiting + joining,
      broken: tally.broken,
      reconnected: tally.reconnected,
      onDatagrams,
      overall: {
        ...figuresOf(seconds > 0 ? this.#afterRamp : this.#whole),
        joinMs: spreadOf(tally.joinMs),
      },
      perSecond: this.#perSecond,
    }
  }
}

function addTo(stretch: Stretch, tally: Tally, serverCpu: number, seconds: Seconds): void {
  addCounts(stretch.tally, tally)
  stretch.seconds += seconds
  stretch.clientSeconds += tally.now.connected * seconds
  stretch.generatorCpu += tally.cpu * seconds
  stretch.busiestCpu += tally.busiestCpu * seconds
  if (Number.isNaN(serverCpu)) return
  stretch.serverCpu += serverCpu * seconds
  stretch.serverSeconds += seconds
}

function figuresOf(stretch: Stretch): LoadFigures {
  const { tally, seconds, clientSeconds } = stretch
  const spread = (name: 'joinMs' | 'gapMs' | 'answerMs' | 'loopDelayMs'): Spread =>
    spreadOf(tally[name])
  return {
    joinMs: spread('joinMs'),
    gapMs: spread('gapMs'),
    answerMs: spread('answerMs'),
    bytesIn: clientSeconds > 0 ? tally.bytesIn / clientSeconds : Number.NaN,
    bytesOut: clientSeconds > 0 ? tally.bytesOut / clientSeconds : Number.NaN,
    generatorCpu: stretch.generatorCpu / seconds,
    busiestCpu: stretch.busiestCpu / seconds,
    loopDelayMs: spread('loopDelayMs'),
    serverCpu: stretch.serverCpu / stretch.serverSeconds,
  }
}

const sum = (reasons: ReadonlyMap<string, number>): number =>
  [...reasons.values()].reduce((all, clients) => all + clients, 0)

/** The most frequent reason first. */
const reasonsOf = (reasons: ReadonlyMap<string, number>): Reason[] =>
  [...reasons]
    .map(([reason, clients]) => ({ reason, clients }))
    .sort((a, b) => b.clients - a.clients)
