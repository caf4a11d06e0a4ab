import type { SessionStats } from 'glissade/client'
import { make } from '../../page/make.ts'
import { Scoreboard } from '../../page/scoreboard.ts'
import { CUBES } from '../rules/sizes.ts'
import type { BallView, Scene } from './scene.ts'
import { Traffic, uncompressedKbps } from './traffic.ts'

/** A player with this many cubes knows what the game is about. */
const LEARNT = 5

/** What is written over the picture: what arrives, everybody's cubes, and at first what to do. */
export class Hud {
  readonly #balls: readonly BallView[]
  readonly #stats: Pick<SessionStats, 'bytesIn'>
  readonly #sendHz: number
  readonly #traffic = new Traffic()
  readonly #arrives = make('b')
  readonly #raw = make('span', 'raw')
  readonly #scores: Scoreboard<BallView>
  readonly #goal: HTMLElement
  #rawKbps = -1

  /** Writes into `root` and `goal` from now on, for as long as the scene has frames. */
  constructor(
    scene: Scene,
    stats: Pick<SessionStats, 'bytesIn'>,
    sendHz: number,
    page: { readonly root: HTMLElement; readonly goal: HTMLElement },
  ) {
    this.#balls = scene.entities('ball')
    this.#stats = stats
    this.#sendHz = sendHz
    this.#goal = page.goal
    const traffic = make('div', 'round')
    traffic.id = 'traffic'
    traffic.title = `what arrives, and what ${CUBES} cubes would take as raw 32-bit numbers`
    const unit = make('span', 'unit')
    unit.textContent = 'kbit/s'
    traffic.append(this.#arrives, unit, this.#raw)
    page.root.append(traffic)
    this.#arrives.textContent = '–'
    // Scores grow all the time here: none of them swells.
    this.#scores = new Scoreboard(page.root, ({ cubes }) => cubes, {
      isBot: ({ owner }) => owner === null,
      swells: false,
    })
    scene.onFrame((dtSeconds) => this.#show(dtSeconds))
  }

  #show(dtSeconds: number): void {
    if (this.#traffic.count(this.#stats.bytesIn, dtSeconds))
      this.#arrives.textContent = `${Math.round(this.#traffic.kbps)}`
    const raw = Math.round(uncompressedKbps(CUBES, this.#balls.length, this.#sendHz))
    if (raw !== this.#rawKbps) {
      this.#rawKbps = raw
      this.#raw.textContent = `uncompressed ${raw.toLocaleString('en')}`
    }
    this.#scores.show(this.#balls)
    if (this.#goal.hidden) return
    for (let n = 0; n < this.#balls.length; n++) {
      const { mine, cubes } = this.#balls[n]!
      if (mine && cubes >= LEARNT) this.#goal.hidden = true
    }
  }
}
