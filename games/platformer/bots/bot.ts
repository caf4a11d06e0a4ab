import { Random } from 'glissade'
import type { Session } from 'glissade/client'
import type { platformer } from '../game.ts'
import { BALL_GRAVITY } from '../rules/balls.ts'
import { BODY_HEIGHT } from '../rules/body.ts'
import type { Buttons } from '../rules/buttons.ts'
import { COLUMNS, isRock, LINES, TILE } from '../rules/level.ts'
import { HAND_Y, THROW_ACROSS, THROW_UP } from '../rules/physics.ts'
import type { Pip } from '../rules/pip.ts'
import { NO_WAY, WayMap } from './bot-map.ts'
import { PLANS, Rehearsal } from './bot-plans.ts'
import { type BotMemory, MEMORY, newMemory } from './memory.ts'

/** What a bot has to know of a player; a view is one. */
export type SeenPip = Readonly<Pip> & { readonly id: number }
/** What a bot has to know of a coin; a view is one. */
interface SeenCoin {
  readonly id: number
  readonly x: number
  readonly y: number
}

/** The stretch of the level that a bot keeps to, in pixels. */
interface BotRange {
  readonly fromX: number
  readonly toX: number
}

/** How long a bot tries for one goal, and how long it then leaves that goal alone. */
const PATIENCE_MS = 3500
const GIVEN_UP_MS = 15_000
/** How long a bot then roams, and how far at most. This is how it gets out of a corner. */
const ROAM_MS = 2500
const ROAM_PX = 320
/** When in a rest a bot turns round, as a share of it. */
const TURN_AT = 0.4
/** How often a bot looks for somebody to throw at. */
const LOOK_MS = 280

/**
 * Plays the platformer like a person who likes coins and mischief. It tries a few plans with the game's own physics,
 * and takes the one that brings it nearest to a coin. It throws at players whom a snowball would meet, and now and then
 * it stops and looks round. Equal seeds and equal scenes give equal inputs. Thinking allocates nothing.
 */
export class Bot {
  readonly #random: Random
  readonly #map = new WayMap()
  readonly #rehearsal: Rehearsal
  readonly #first: number
  readonly #last: number
  readonly #ease: number
  #memory: BotMemory

  /**
   * `range`: default the whole level. If the bot is outside of it, such as at the start after spikes, it goes back
   * there. `ease`: the factor by which it rests longer; above 1, it also turns round while it rests. Default 1.
   */
  constructor(seed: number, range?: BotRange, ease = 1) {
    this.#random = new Random(seed)
    this.#ease = ease
    this.#first = Math.max(Math.floor((range?.fromX ?? 0) / TILE), 0)
    this.#last = Math.min(Math.floor((range?.toX ?? COLUMNS * TILE) / TILE), COLUMNS - 1)
    this.#rehearsal = new Rehearsal(this.#map)
    this.#memory = newMemory(this.#random.between(2000, 9000))
  }

  /** A copy of what it keeps in mind. A bot whose memory is set goes on like the one that had it. */
  get memory(): BotMemory {
    const { givenUp, givenUpMs } = this.#memory
    return {
      ...this.#memory,
      random: this.#random.state,
      givenUp: givenUp.slice(),
      givenUpMs: givenUpMs.slice(),
    }
  }

  set memory(memory: BotMemory) {
    this.#memory = memory
    this.#random.state = memory.random
    if (memory.goal >= 0) this.#drawMap()
  }

  /** Plays for the local player of a session: presses the keys for the next frame. Does nothing until the player is there. */
  play(session: Pick<Session<typeof platformer>, 'entities' | 'input' | 'ownTimeMs'>): void {
    const pips = session.entities('pip')
    const me = pips.find(({ mine }) => mine)
    if (me) this.think(me, pips, session.entities('coin'), session.ownTimeMs, session.input)
  }

  /** Presses the keys for the next frame or step. `timeMs`: the bot's own time, `session.ownTimeMs` of a client. */
  think(
    me: SeenPip,
    pips: readonly SeenPip[],
    coins: readonly SeenCoin[],
    timeMs: number,
    input: Buttons,
  ): void {
    if (Number.isNaN(timeMs)) return
    if (!(Math.abs(timeMs - this.#memory.lastMs) < 1000)) this.#begin(timeMs)
    this.#memory.lastMs = timeMs
    if (!this.#holdsGoal(me, coins, timeMs)) this.#chooseGoal(me, pips, coins, timeMs)
    if (this.#isPlanOver(me, timeMs)) this.#choosePlan(me, timeMs)
    this.#press(timeMs, input)
    if (timeMs >= this.#memory.turnFromMs) this.#turnRound(me, input)
    if (timeMs >= this.#memory.lookMs) this.#maybeThrow(me, pips, timeMs, input)
  }

  #begin(timeMs: number): void {
    this.#memory.goal = -1
    this.#memory.planMs = 0
    this.#memory.lookMs = timeMs
    this.#memory.restFromMs = timeMs + this.#random.between(2000, 9000)
  }

  /** Whether it makes sense to keep to the goal. */
  #holdsGoal(me: SeenPip, coins: readonly SeenCoin[], timeMs: number): boolean {
    if (this.#memory.goal < 0) return false
    const cost = this.#map.cost(me.x, me.y - 1)
    if (cost < this.#memory.nearest) {
      this.#memory.nearest = cost
      this.#memory.progressMs = timeMs
    }
    if (timeMs - this.#memory.progressMs > PATIENCE_MS) {
      this.#memory.givenUp[this.#memory.forgotten] = this.#memory.goal
      this.#memory.givenUpMs[this.#memory.forgotten] = timeMs
      this.#memory.forgotten = (this.#memory.forgotten + 1) % MEMORY
      this.#memory.roamUntilMs = timeMs + ROAM_MS
      return false
    }
    if (this.#memory.goal === WANDER) return cost > 8 && timeMs < this.#memory.roamUntilMs
    for (let i = 0; i < coins.length; i++) if (coins[i]?.id === this.#memory.goal) return true
    return false
  }

  #chooseGoal(
    me: SeenPip,
    pips: readonly SeenPip[],
    coins: readonly SeenCoin[],
    timeMs: number,
  ): void {
    this.#memory.goal = WANDER
    let least = Number.POSITIVE_INFINITY
    const isRoaming = timeMs < this.#memory.roamUntilMs
    for (let i = 0; i < coins.length && !isRoaming; i++) {
      const coin = coins[i]
      if (!coin || !this.#isInRange(coin.x) || this.#hasGivenUp(coin.id, timeMs)) continue
      const up = Math.max(me.y - coin.y, 0)
      const away = Math.abs(coin.x - me.x) + Math.abs(coin.y - me.y) + up
      const cost = away + this.#random.between(0, 90)
      if (cost >= least) continue
      least = cost
      this.#memory.goal = coin.id
      this.#memory.goalX = coin.x
      this.#memory.goalY = coin.y
    }
    if (this.#memory.goal === WANDER) {
      if (!isRoaming) this.#memory.roamUntilMs = timeMs + ROAM_MS
      this.#wander(me, pips, isRoaming)
    }
    this.#memory.isOutside = !this.#isInRange(me.x)
    this.#drawMap()
    this.#memory.nearest = NO_WAY
    this.#memory.progressMs = timeMs
    this.#memory.planMs = 0
  }

  /** Computes the ways to the goal, from outside of the range through the whole level. */
  #drawMap(): void {
    const { goalX, goalY, isOutside } = this.#memory
    this.#map.draw(goalX, goalY, isOutside ? 0 : this.#first, isOutside ? COLUMNS - 1 : this.#last)
  }

  /** Chooses a goal when there is no coin: another player, or any place nearby. */
  #wander(me: SeenPip, pips: readonly SeenPip[], isAlone: boolean): void {
    const other = pips[Math.floor(this.#random.next() * pips.length)]
    if (!isAlone && other && other.id !== me.id && this.#isInRange(other.x)) {
      this.#memory.goalX = other.x
      this.#memory.goalY = other.y - BODY_HEIGHT / 2
      return
    }
    const x = me.x + this.#random.between(-ROAM_PX, ROAM_PX)
    this.#memory.goalX = Math.min(Math.max(x, this.#first * TILE + 8), this.#last * TILE + 8)
    const column = Math.floor(this.#memory.goalX / TILE)
    let line = Math.floor(Math.max(me.y + this.#random.between(-120, 40), 0) / TILE)
    while (line > 0 && isRock(column, line)) line--
    while (line < LINES - 2 && !isRock(column, line + 1)) line++
    this.#memory.goalY = (line + 0.5) * TILE
  }

  #isInRange(x: number): boolean {
    return x >= this.#first * TILE && x < (this.#last + 1) * TILE
  }

  #hasGivenUp(id: number, timeMs: number): boolean {
    for (let i = 0; i < MEMORY; i++)
      if (this.#memory.givenUp[i] === id && timeMs - (this.#memory.givenUpMs[i] ?? 0) < GIVEN_UP_MS)
        return true
    return false
  }

  #isPlanOver(me: SeenPip, timeMs: number): boolean {
    const ranMs = timeMs - this.#memory.planFromMs
    if (ranMs >= this.#memory.planMs) return true
    // A jump ends with its landing.
    return (PLANS[this.#memory.plan]?.holdMs ?? 0) > 0 && ranMs > 150 && me.grounded
  }

  #choosePlan(me: SeenPip, timeMs: number): void {
    this.#memory.planFromMs = timeMs
    if (timeMs >= this.#memory.restFromMs) {
      this.#memory.restMs = this.#random.between(400, 1300) * this.#ease
      this.#memory.restFromMs = timeMs + this.#memory.restMs + this.#random.between(3000, 9000)
    }
    this.#rehearsal.begin(me, this.#memory.goalX, this.#memory.goalY, timeMs)
    if (this.#memory.restMs > 0 && me.grounded && this.#rehearsal.isSafeToRest()) {
      this.#memory.plan = 0
      this.#memory.planMs = this.#memory.restMs
      if (this.#ease > 1) this.#memory.turnFromMs = timeMs + this.#memory.restMs * TURN_AT
      this.#memory.restMs = 0
      return
    }
    this.#memory.plan = this.#rehearsal.best(this.#random)
    this.#memory.planMs = me.grounded ? (PLANS[this.#memory.plan]?.lastsMs ?? 0) : 120
  }

  #press(timeMs: number, input: Buttons): void {
    const plan = PLANS[this.#memory.plan]
    if (!plan) return
    const ranMs = timeMs - this.#memory.planFromMs
    const side = ranMs >= plan.turnMs ? plan.side : 0
    input.left = side < 0
    input.right = side > 0
    input.jump = ranMs < plan.holdMs
    input.down = plan.isDown
  }

  /** A tap on the other side's key turns a bot that rests. */
  #turnRound(me: SeenPip, input: Buttons): void {
    this.#memory.turnFromMs = Number.POSITIVE_INFINITY
    if (this.#memory.plan !== 0) return
    input.left = me.facing === 'right'
    input.right = !input.left
  }

  /** Throws if somebody stands where a snowball would come down. */
  #maybeThrow(me: SeenPip, pips: readonly SeenPip[], timeMs: number, input: Buttons): void {
    this.#memory.lookMs = timeMs + LOOK_MS
    for (let i = 0; i < pips.length; i++) {
      const pip = pips[i]
      if (!pip || pip.id === me.id || !this.#wouldMeet(me, pip)) continue
      if (this.#random.next() < 0.45) input.throw = true
      return
    }
  }

  #wouldMeet(me: SeenPip, pip: SeenPip): boolean {
    const side = me.facing === 'right' ? 1 : -1
    const away = pip.x - me.x
    if (away * side < 20 || away * side > 240) return false
    const seconds = away / (side * THROW_ACROSS + me.vx / 2)
    const fall = (me.vy / 4 - THROW_UP) * seconds + (BALL_GRAVITY / 2) * seconds * seconds
    return Math.abs(me.y - HAND_Y + fall - (pip.y - BODY_HEIGHT / 2)) < 14
  }
}

/** The goal of a bot that has none. */
const WANDER = 0x7fffffff
