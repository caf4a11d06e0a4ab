import { presets } from 'glissade/client'
import { LocalRoom } from '../local-room.ts'
import { type Flight, flightsOf } from '../platformer/flights.ts'
import { platformer } from '../platformer/game.ts'
import { START } from '../platformer/level.ts'
import type { PipView } from '../platformer/scene.ts'
import { Moments } from './moments.ts'
import { ownedBy, Side } from './side.ts'
import { Truth } from './truth.ts'

/** Where the bots stay, in pixels of the level: a hill with planks and coins, not quite as wide as a pane. */
const RANGE = { fromX: 656, toX: 992 }
/** Further apart than this they do not fit into a pane together. */
const MOST_APART = 360
/** In which half of the way to go the common camera is. */
const CAMERA_HALF_LIFE_SECONDS = 0.3
/** How far above their feet the camera looks. */
const ABOVE = 40

/**
 * The log's closing demonstration: two clients about 200 ms away from a server that loses 15 % of their packets,
 * all three in this process. What a page draws and a test asks; it draws nothing itself.
 */
export class Duel {
  readonly local: LocalRoom<typeof platformer>
  readonly truth: Truth
  readonly sides: readonly [Side, Side]
  /** For each side's player: how far apart in time and in pixels the three places are that show it. */
  readonly moments: readonly [Moments, Moments]
  /** What all look at: between the two. */
  readonly look: { x: number; y: number } = { x: START.x, y: START.y - ABOVE }
  readonly #pips: readonly PipView[]

  constructor(seed = 1) {
    this.local = new LocalRoom(platformer, { kind: 'datagram', seed })
    this.truth = new Truth(this.local.room)
    this.#pips = this.truth.entities('pip')
    const conditions = presets.log
    const left = { name: 'Ada', hue: 192, seed: seed * 2, conditions, range: RANGE }
    const right = { name: 'Ben', hue: 332, seed: seed * 2 + 1, conditions, range: RANGE }
    this.sides = [new Side(this.local, left), new Side(this.local, right)]
    this.moments = [new Moments(), new Moments()]
  }

  /** The snowballs in the air, as the server has them. */
  readonly flights = (): readonly Flight[] => flightsOf(this.local.room.world)

  /** A player as the server has it; undefined before it is there. */
  pip(side: Side): PipView | undefined {
    return ownedBy(this.#pips, side.session.playerId)
  }

  /** One frame of everything. `nowMs` on any clock; a long time since the last one is left out. */
  frame(nowMs: number): void {
    const { local, sides } = this
    const [left, right] = sides
    const beforeMs = local.nowMs
    local.advance(nowMs)
    const dtSeconds = (local.nowMs - beforeMs) / 1000
    this.#follow(dtSeconds)
    left.frame(local.nowMs)
    right.frame(local.nowMs)
    this.truth.frame(dtSeconds)
    this.moments[0].measure(local, left, right, this.pip(left))
    this.moments[1].measure(local, right, left, this.pip(right))
  }

  /** To the middle between the two, each as its own client shows it: that moves evenly. */
  #follow(dtSeconds: number): void {
    const [left, right] = this.sides
    const a = left.own
    const b = right.own
    if (!a || !b) return
    let lean = 0.5
    // Whoever plays stays in the picture; of two bots, the one that is nearer to where both want to be.
    if (Math.abs(a.x - b.x) > MOST_APART)
      lean = left.isBot === right.isBot ? (isNearer(a, b) ? 0 : 1) : left.isBot ? 1 : 0
    const share = 1 - 2 ** (-dtSeconds / CAMERA_HALF_LIFE_SECONDS)
    this.look.x += (a.x + (b.x - a.x) * lean - this.look.x) * share
    this.look.y += (a.y + (b.y - a.y) * lean - ABOVE - this.look.y) * share
  }
}

const MIDDLE_X = (RANGE.fromX + RANGE.toX) / 2

const isNearer = (a: PipView, b: PipView): boolean =>
  Math.abs(a.x - MIDDLE_X) < Math.abs(b.x - MIDDLE_X)
