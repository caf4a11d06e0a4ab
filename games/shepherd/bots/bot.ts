import { Random } from 'glissade'
import type { InputOf } from 'glissade/client'
import { ownOf } from '../../page/own.ts'
import type { Scene, SceneGame } from '../picture/scene.ts'
import { HEIGHT, PENS, WIDTH } from '../rules/meadow.ts'
import { Place, WayMap } from '../rules/way-map.ts'
import { wayInto } from '../rules/ways-home.ts'
import { Bunch, isWithin, type SeenSheep, squaredAway } from './bot-bunch.ts'

/** How often a bot makes up its mind. */
const THOUGHT_MS = 200
/** The dog goes this far behind a bunch, counted from the outermost sheep. It gets there in a circle this wide. */
const BEHIND = 55
const CIRCLE = 100
/**
 * A bunch is together when its furthest sheep is within this distance, plus the second one for the root of their
 * number.
 */
const LOOSE = 50
const LOOSE_PER_ROOT = 18
/** The shepherd keeps this far from where its dog goes: near enough to see, and too far to be in the dog's way. */
const KEEP_BACK = 150
/** How many squares the bot looks ahead: on its own way, on the dog's, and on the sheep's. */
const MY_SQUARES = 2
const DOG_SQUARES = 4
const SHEEP_SQUARES = 3
/** From how far a dog goes for a wolf, and from how far it barks at the wolf. */
const WOLF_REACH = 460
const WOLF_BARK = 240
/** How much shorter the way to another pen has to be for the bot to change its mind: 10 for 40 units. */
const STUBBORN = 150
/** How long the bot looks for sheep in one direction. */
const ROAM_MS = 12_000
const ALL_PENS = PENS.map((_, pen) => pen)

/** What a bot keeps in mind from one thought to the next: plain data. Times are its own, in milliseconds. */
export interface BotMemory {
  /** The state of its random numbers. */
  random: number
  /** Where the dog runs, where the shepherd walks, and where it walks in the end if it sees no sheep. */
  readonly dogGoal: Readonly<Place>
  readonly goal: Readonly<Place>
  readonly roamTo: Readonly<Place>
  /** The pen to which it drives sheep. */
  pen: number
  roamUntilMs: number
  thoughtMs: number
  barkMs: number
}

/** What a bot sees. Each is read once in a thought at most. Its own dog is one of the dogs. */
export interface BotSight {
  readonly sheep: readonly SeenSheep[]
  readonly dogs: readonly Readonly<Place>[]
  readonly wolves: readonly Readonly<Place>[]
}

/**
 * Herds like a shepherd who knows the trade. It goes behind a bunch of sheep as seen from the nearest pen, brings back
 * sheep that stray from it, and drives the bunch in (after D. Strömbom and others, "Solving the shepherding problem",
 * 2014). It chases wolves, and looks for sheep where none are in sight. It knows no more than what a client shows.
 * Equal seeds and equal scenes give equal inputs. Thinking allocates nothing.
 */
export class Bot {
  readonly #random: Random
  readonly #ways = new WayMap()
  readonly #bunch = new Bunch()
  /** What a client shows. */
  readonly #shown: { -readonly [K in keyof BotSight]: BotSight[K] } = {
    sheep: [],
    dogs: [],
    wolves: [],
  }
  /** Where the dog has to be in the end, where it runs now, and where the shepherd walks now. */
  readonly #post = new Place()
  readonly #dogGoal = new Place()
  readonly #goal = new Place()
  readonly #roamTo = new Place()
  readonly #pens: readonly number[]
  #pen: number
  #roamUntilMs = Number.NEGATIVE_INFINITY
  #thoughtMs = Number.NEGATIVE_INFINITY
  #barkMs = Number.NEGATIVE_INFINITY

  /** `pens`: where it drives sheep to, by their numbers in `PENS`; at least one. Default: all. */
  constructor(seed: number, pens: readonly number[] = ALL_PENS) {
    this.#random = new Random(seed)
    this.#pens = pens
    this.#pen = pens[0] ?? 0
  }

  /** A copy of what it keeps in mind. A bot whose memory is set goes on like the one that had it. */
  get memory(): BotMemory {
    return {
      random: this.#random.state,
      dogGoal: { ...this.#dogGoal },
      goal: { ...this.#goal },
      roamTo: { ...this.#roamTo },
      pen: this.#pen,
      roamUntilMs: this.#roamUntilMs,
      thoughtMs: this.#thoughtMs,
      barkMs: this.#barkMs,
    }
  }

  set memory(memory: BotMemory) {
    this.#random.state = memory.random
    copy(memory.dogGoal, this.#dogGoal)
    copy(memory.goal, this.#goal)
    copy(memory.roamTo, this.#roamTo)
    this.#pen = memory.pen
    this.#roamUntilMs = memory.roamUntilMs
    this.#thoughtMs = memory.thoughtMs
    this.#barkMs = memory.barkMs
  }

  /** Presses the keys of a client for its next frame. `timeMs`: the bot's own time, `session.ownTimeMs` of a client. */
  think(scene: Pick<Scene, 'entities'>, timeMs: number, input: InputOf<SceneGame>): void {
    const me = ownOf(scene.entities('shepherd'))
    const dog = ownOf(scene.entities('dog'))
    if (!me || !dog || Number.isNaN(timeMs)) return
    const shown = this.#shown
    shown.sheep = scene.entities('sheep')
    shown.dogs = scene.entities('dog')
    shown.wolves = scene.entities('wolf')
    this.herd(me, dog, shown, timeMs, input)
  }

  /** The same for a shepherd and its dog wherever they are, such as in the room itself. */
  herd(
    me: Readonly<Place>,
    dog: Readonly<Place>,
    sight: BotSight,
    timeMs: number,
    input: InputOf<SceneGame>,
  ): void {
    if (Math.abs(timeMs - this.#thoughtMs) >= THOUGHT_MS) {
      this.#thoughtMs = timeMs
      this.#decide(sight, me, dog, timeMs, input)
    }
    input.left = this.#goal.x < me.x - 6
    input.right = this.#goal.x > me.x + 6
    input.up = this.#goal.y < me.y - 6
    input.down = this.#goal.y > me.y + 6
    input.dogX = Math.min(Math.max(this.#dogGoal.x, 4), WIDTH)
    input.dogY = Math.min(Math.max(this.#dogGoal.y, 4), HEIGHT)
  }

  #decide(
    sight: BotSight,
    me: Readonly<Place>,
    dog: Readonly<Place>,
    timeMs: number,
    input: InputOf<SceneGame>,
  ): void {
    const hasBunch = this.#bunch.look(sight.sheep, sight.dogs, me, dog)
    if (hasBunch) this.#drive(me, dog)
    else this.#roam(me, timeMs)
    const wolf = nearestWolf(sight.wolves, dog)
    if (wolf) copy(wolf, this.#dogGoal)
    const reason = wolf ? isWithin(wolf, dog.x, dog.y, WOLF_BARK) : hasBunch && this.#isAtPost(dog)
    if (!reason || timeMs < this.#barkMs) return
    input.bark = true
    this.#barkMs = timeMs + (wolf ? 800 : this.#random.between(3000, 9000))
  }

  #isAtPost(dog: Readonly<Place>): boolean {
    return isWithin(dog, this.#post.x, this.#post.y, 60)
  }

  /** Goes behind the bunch as seen from the pen, or behind a sheep that strays from it. */
  #drive(me: Readonly<Place>, dog: Readonly<Place>): void {
    const { x, y, reach, farX, farY, count } = this.#bunch
    this.#choosePen(x, y)
    const isLoose = reach > LOOSE + LOOSE_PER_ROOT * Math.sqrt(count)
    if (isLoose) this.#standBehind(farX, farY, x, y, BEHIND)
    else {
      wayInto(this.#pen).ahead(x, y, SHEEP_SQUARES, this.#post)
      this.#standBehind(x, y, this.#post.x, this.#post.y, reach + BEHIND)
    }
    this.#ways.avoidNothing()
    this.#ways.avoid(x, y, reach + CIRCLE)
    this.#ways.draw(this.#post.x, this.#post.y, me, dog)
    if (isWithin(dog, this.#post.x, this.#post.y, 90)) copy(this.#post, this.#dogGoal)
    else this.#ways.ahead(dog.x, dog.y, DOG_SQUARES, this.#dogGoal)
    if (isWithin(me, this.#post.x, this.#post.y, KEEP_BACK)) copy(me, this.#goal)
    else this.#ways.ahead(me.x, me.y, MY_SQUARES, this.#goal)
  }

  /** Puts the post this far behind a place, as seen from where the sheep at that place have to go. */
  #standBehind(x: number, y: number, toX: number, toY: number, away: number): void {
    const dx = x - toX
    const dy = y - toY
    const length = Math.sqrt(dx * dx + dy * dy)
    const share = length > 0 ? away / length : 0
    this.#post.x = Math.min(Math.max(x + dx * share, 12), WIDTH - 12)
    this.#post.y = Math.min(Math.max(y + dy * share, 12), HEIGHT - 12)
  }

  /** The pen with the shortest way, which is usually the one before. */
  #choosePen(x: number, y: number): void {
    let least = wayInto(this.#pen).cost(x, y) - STUBBORN
    for (let i = 0; i < this.#pens.length; i++) {
      const pen = this.#pens[i] ?? 0
      const cost = wayInto(pen).cost(x, y)
      if (cost >= least) continue
      least = cost
      this.#pen = pen
    }
  }

  /** Walks about with the dog at heel, to where there may be sheep. */
  #roam(me: Readonly<Place>, timeMs: number): void {
    const hasArrived = isWithin(me, this.#roamTo.x, this.#roamTo.y, 80)
    if (hasArrived || timeMs > this.#roamUntilMs || this.#roamUntilMs > timeMs + ROAM_MS) {
      this.#roamUntilMs = timeMs + ROAM_MS
      this.#roamTo.x = this.#random.between(100, WIDTH - 100)
      this.#roamTo.y = this.#random.between(100, HEIGHT - 100)
    }
    this.#ways.avoidNothing()
    this.#ways.draw(this.#roamTo.x, this.#roamTo.y, me)
    this.#ways.ahead(me.x, me.y, MY_SQUARES, this.#goal)
    this.#ways.ahead(me.x, me.y, DOG_SQUARES, this.#dogGoal)
  }
}

function nearestWolf(
  wolves: readonly Readonly<Place>[],
  dog: Readonly<Place>,
): Readonly<Place> | undefined {
  let best: Readonly<Place> | undefined
  for (let i = 0; i < wolves.length; i++) {
    const wolf = wolves[i]
    if (!wolf || !isWithin(wolf, dog.x, dog.y, WOLF_REACH)) continue
    if (!best || squaredAway(wolf, dog) < squaredAway(best, dog)) best = wolf
  }
  return best
}

function copy(from: Readonly<Place>, to: Place): void {
  to.x = from.x
  to.y = from.y
}
