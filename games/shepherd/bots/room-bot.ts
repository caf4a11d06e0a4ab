import type { InputOf } from 'glissade/client'
import type { ServerEntity } from 'glissade/server'
import type { SceneGame } from '../picture/scene.ts'
import { SIGHT } from '../room.ts'
import { FIRST_PEN, FIRST_SHEEP } from '../rules/first-flock.ts'
import type { Pasture, ServerSheep } from '../rules/herd.ts'
import { herderOf } from '../rules/herder.ts'
import type { kinds } from '../rules/kinds.ts'
import { PENS } from '../rules/meadow.ts'
import { STEP_HZ } from '../rules/steps.ts'
import type { Place } from '../rules/way-map.ts'
import { Bot, type BotMemory, type BotSight } from './bot.ts'

/** A name that says what it is, a hue, and where it begins: far enough off not to scare the first flock. */
interface Persona {
  readonly name: string
  readonly hue: number
  readonly x: number
  readonly y: number
}

const PERSONAS: readonly Persona[] = [
  { name: 'Maisie (bot)', hue: 320, x: 1480, y: 1000 },
  { name: 'Fergus (bot)', hue: 30, x: 740, y: 900 },
  { name: 'Isla (bot)', hue: 190, x: 2480, y: 600 },
]
/** Where its dog stands beside it, in units. */
const DOG_X = 26
/** It leaves the first flock, and the pen next to it, to those who begin. */
const ITS_PENS = [...PENS.keys()].filter((pen) => pen !== FIRST_PEN)
/** It herds for so long and then rests for so long, in steps, so that those who play for the first time can keep up. */
const WORK_STEPS = 10 * STEP_HZ
const REST_STEPS = 8 * STEP_HZ

/** What it presses while it rests. */
const AT_REST: Readonly<InputOf<SceneGame>> = {
  left: false,
  right: false,
  up: false,
  down: false,
  bark: false,
  dogX: 0,
  dogY: 0,
}

/** A bot of a room as plain data. */
export interface SavedRoomBot {
  /** From 1 upwards. Sheep remember the bot by it: see `herderOf`. */
  readonly number: number
  readonly shepherd: ServerEntity<typeof kinds, 'shepherd'>
  readonly dog: ServerEntity<typeof kinds, 'dog'>
  /** The step in which it began to herd. */
  readonly since: number
  /** What it presses while it herds. */
  readonly input: InputOf<SceneGame>
  readonly memory: BotMemory
}

/** Lets a bot come into a room. `number`: from 1 to 3. */
export function comeTo(world: Pasture, number: number): RoomBot {
  const { memory } = new Bot(Math.floor(world.random() * 2 ** 30))
  const { name, hue, x, y } = personaOf(number)
  const shepherd = world.spawn('shepherd', null, { x, y, name, hue, bot: number })
  const dog = world.spawn('dog', null, { x: x + DOG_X, y, hue, bot: number })
  const member = { body: shepherd, shepherd, dog, countedAt: 0 }
  world.state.herd?.roster.add(herderOf(shepherd), member)
  return new RoomBot({ number, shepherd, dog, since: world.tick, input: { ...AT_REST }, memory })
}

const personaOf = (number: number): Persona => PERSONAS[(number - 1) % PERSONAS.length]!

/**
 * A bot that lives in the room: a shepherd and a dog of the room, which the game's own `move` moves by what the bot
 * presses. It sees as far as a client does.
 */
export class RoomBot implements BotSight {
  readonly number: number
  readonly #bot = new Bot(0, ITS_PENS)
  readonly #shepherd: SavedRoomBot['shepherd']
  readonly #dog: SavedRoomBot['dog']
  readonly #near: ServerSheep[] = []
  readonly #input: InputOf<SceneGame>
  #since: number
  /** Its room, in each step. */
  #world!: Pasture

  constructor({ number, shepherd, dog, since, input, memory }: SavedRoomBot) {
    this.number = number
    this.#shepherd = shepherd
    this.#dog = dog
    this.#since = since
    this.#input = input
    this.#bot.memory = memory
  }

  /** Returns all that it is, as plain data. */
  save(): SavedRoomBot {
    return {
      number: this.number,
      shepherd: this.#shepherd,
      dog: this.#dog,
      since: this.#since,
      input: this.#input,
      memory: this.#bot.memory,
    }
  }

  /** One step of both bodies. */
  step(world: Pasture): void {
    this.#world = world
    const isResting = (world.tick - this.#since) % (WORK_STEPS + REST_STEPS) >= WORK_STEPS
    const input = isResting ? AT_REST : this.#input
    if (!isResting) this.#bot.herd(this.#shepherd, this.#dog, this, world.timeMs, this.#input)
    world.drive(this.#shepherd, input)
    world.drive(this.#dog, input)
    this.#input.bark = false
  }

  /** Goes back to where it began, and begins to herd. Nobody sees it glide there. */
  goToPost(world: Pasture): void {
    this.#since = world.tick
    const { x, y } = personaOf(this.number)
    Object.assign(this.#shepherd, { x, y })
    Object.assign(this.#dog, { x: x + DOG_X, y, vx: 0, vy: 0 })
    world.teleport(this.#shepherd)
    world.teleport(this.#dog)
  }

  /** Leaves the room. The sheep that it brought home stay there. */
  leave(world: Pasture): void {
    world.state.herd?.roster.remove(herderOf(this.#shepherd))
    world.despawn(this.#shepherd)
    world.despawn(this.#dog)
  }

  get dogs(): readonly Readonly<Place>[] {
    return this.#world.entities('dog')
  }

  get wolves(): readonly Readonly<Place>[] {
    return this.#world.entities('wolf')
  }

  /**
   * The sheep within a client's sight, but for the first flock. Most are far away, so it compares the flock's own
   * columns.
   */
  get sheep(): readonly ServerSheep[] {
    const near = this.#near
    near.length = 0
    const { herd } = this.#world.state
    if (!herd) return near
    const { flock, sheep } = herd
    const { x, y } = this.#shepherd
    for (let i = FIRST_SHEEP; i < flock.count; i++) {
      const dx = flock.x[i]! - x
      const dy = flock.y[i]! - y
      const one = sheep[i]
      if (one && dx * dx + dy * dy < SIGHT * SIGHT) near.push(one)
    }
    return near
  }
}
