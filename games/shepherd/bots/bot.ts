import { Random } from 'glissade'
import type { InputOf } from 'glissade/client'
import { ownOf } from '../picture/own.ts'
import type { DogView, Scene, SceneGame, ShepherdView, WolfView } from '../picture/scene.ts'
import { HEIGHT, PENS, WIDTH } from '../rules/meadow.ts'
import { NO_WAY, Place, WayMap } from '../rules/way-map.ts'
import { Bunch, isWithin, squaredAway } from './bot-bunch.ts'

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

/** The ways into the pens, computed when the first bot is made. */
let pens: readonly WayMap[] = []

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
  /** Where the dog has to be in the end, where it runs now, and where the shepherd walks now. */
  readonly #post = new Place()
  readonly #dogGoal = new Place()
  readonly #goal = new Place()
  readonly #roamTo = new Place()
  #pen = 0
  #roamUntilMs = Number.NEGATIVE_INFINITY
  #thoughtMs = Number.NEGATIVE_INFINITY
  #barkMs = Number.NEGATIVE_INFINITY

  constructor(seed: number) {
    this.#random = new Random(seed)
    if (pens.length === 0) pens = PENS.map(waysInto)
  }

  /** Presses the keys for the next frame or step. `timeMs`: the bot's own time, `session.ownTimeMs` of a client. */
  think(scene: Pick<Scene, 'entities'>, timeMs: number, input: InputOf<SceneGame>): void {
    const me = ownOf(scene.entities('shepherd'))
    const dog = ownOf(scene.entities('dog'))
    if (!me || !dog || Number.isNaN(timeMs)) return
    if (Math.abs(timeMs - this.#thoughtMs) >= THOUGHT_MS) {
      this.#thoughtMs = timeMs
      this.#decide(scene, me, dog, timeMs, input)
    }
    input.left = this.#goal.x < me.x - 6
    input.right = this.#goal.x > me.x + 6
    input.up = this.#goal.y < me.y - 6
    input.down = this.#goal.y > me.y + 6
    input.dogX = Math.min(Math.max(this.#dogGoal.x, 4), WIDTH)
    input.dogY = Math.min(Math.max(this.#dogGoal.y, 4), HEIGHT)
  }

  #decide(
    scene: Pick<Scene, 'entities'>,
    me: ShepherdView,
    dog: DogView,
    timeMs: number,
    input: InputOf<SceneGame>,
  ): void {
    const hasBunch = this.#bunch.look(scene.entities('sheep'), scene.entities('dog'), me, dog)
    if (hasBunch) this.#drive(me, dog)
    else this.#roam(me, timeMs)
    const wolf = nearestWolf(scene.entities('wolf'), dog)
    if (wolf) copy(wolf, this.#dogGoal)
    const reason = wolf ? isWithin(wolf, dog.x, dog.y, WOLF_BARK) : hasBunch && this.#isAtPost(dog)
    if (!reason || timeMs < this.#barkMs) return
    input.bark = true
    this.#barkMs = timeMs + (wolf ? 800 : this.#random.between(3000, 9000))
  }

  #isAtPost(dog: DogView): boolean {
    return isWithin(dog, this.#post.x, this.#post.y, 60)
  }

  /** Goes behind the bunch as seen from the pen, or behind a sheep that strays from it. */
  #drive(me: ShepherdView, dog: DogView): void {
    const { x, y, reach, farX, farY, count } = this.#bunch
    this.#choosePen(x, y)
    const isLoose = reach > LOOSE + LOOSE_PER_ROOT * Math.sqrt(count)
    if (isLoose) this.#standBehind(farX, farY, x, y, BEHIND)
    else {
      pens[this.#pen]?.ahead(x, y, SHEEP_SQUARES, this.#post)
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
    let least = (pens[this.#pen]?.cost(x, y) ?? NO_WAY) - STUBBORN
    for (let i = 0; i < pens.length; i++) {
      const cost = pens[i]?.cost(x, y) ?? NO_WAY
      if (cost >= least) continue
      least = cost
      this.#pen = i
    }
  }

  /** Walks about with the dog at heel, to where there may be sheep. */
  #roam(me: ShepherdView, timeMs: number): void {
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

function waysInto({ x, y, width, height }: (typeof PENS)[number]): WayMap {
  const ways = new WayMap()
  ways.draw(x + width / 2, y + height / 2)
  return ways
}

function nearestWolf(wolves: readonly WolfView[], dog: DogView): WolfView | undefined {
  let best: WolfView | undefined
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
