import { defineGame, flag, int, text } from 'glissade'
import { defineRoom, StrictTime } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import type { AnyGame } from '../../src/game/define-game.ts'
import type { Link, LinkKind } from '../../src/link/link.ts'
import { coreOf } from '../../src/server/room.ts'
import type { ResumeKey } from '../../src/wire/packets/handshake.ts'
import { authorityOf } from '../support/authority.ts'
import type { RawClient } from '../support/raw-client.ts'

/** Cooldowns of a gun, in ms. */
export const COOLDOWNS_MS = [100, 500, 2000] as const

/** What one player got out of a room in the time since it joined. */
export interface Takings {
  /** The room's time since then. Process pauses that the room leaves out are not in it. */
  readonly roomMs: number
  /** The steps that the room has run in it, as time. */
  readonly ticksMs: number
  /** Steps that its entity took, as time. */
  readonly stepsMs: number
  /** How far its `ctx.timeMs` has come since it joined. */
  readonly ownMs: number
  /** Time that an ideal player needs for as many shots; of each gun, by `ctx.timeMs` and by counting steps, the longest. */
  readonly shotsMs: number
  /** How far `ctx.timeMs` was ahead of the room at most. */
  readonly aheadMs: number
  /** How often it ran backwards. */
  readonly back: number
  /** Most steps between two steps of the room. */
  readonly mostAtOnce: number
}

/** A gun that is fired whenever it is ready. An ideal player fires in its first step, and each time a cooldown later. */
class Gun {
  readonly #cooldown: number
  #shots = 0
  #ready = Number.NEGATIVE_INFINITY

  constructor(cooldown: number) {
    this.#cooldown = cooldown
  }

  fire(now: number): void {
    // As exact as sums of fractions are.
    if (now < this.#ready - 1e-6) return
    this.#shots++
    this.#ready = now + this.#cooldown
  }

  /** What an ideal player needs for as many shots. */
  get needed(): number {
    return Math.max(0, this.#shots - 1) * this.#cooldown
  }
}

/** A room with one player, whose steps are watched from inside `move`. */
export class Arena {
  readonly sim: Simulation<ReturnType<typeof roomOf>>
  readonly stepMs: number
  readonly #byTime: readonly Gun[] = COOLDOWNS_MS.map((ms) => new Gun(ms))
  readonly #bySteps: readonly Gun[]
  #key: ResumeKey = [0, 0]
  #joinedSubTicks = Number.NaN
  #joinedTick = 0
  #steps = 0
  #ownMs = Number.NaN
  #aheadMs = Number.NEGATIVE_INFINITY
  #back = 0
  #tick = -1
  #atOnce = 0
  #mostAtOnce = 0

  constructor(authority: 'input' | 'tick', stepHz: number, kind: LinkKind, isStrict: boolean) {
    this.stepMs = 1000 / stepHz
    const room = roomOf(authority, stepHz, (timeMs, isHeld) => this.#note(timeMs, isHeld))
    this.#bySteps = COOLDOWNS_MS.map((ms) => new Gun(Math.ceil(ms / this.stepMs)))
    const guard = (now: number, stepMs: number) => new StrictTime(now, stepMs)
    this.sim = new Simulation(room, { kind, guard: isStrict ? guard : undefined })
  }

  /** Opens a connection of the player: the first one joins, the others come back. */
  open<C extends RawClient>(make: (link: Link, game: AnyGame) => C): C {
    const client = make(this.sim.rawLink(), this.sim.room.game)
    client.hello({ resumeKey: this.#key })
    // WELCOME comes back at once, but not before the room's clock has moved.
    for (let i = 0; i < 5 && !client.welcome; i++) this.sim.run(1)
    const { welcome } = client
    if (!welcome) return client
    this.#key = welcome.resumeKey
    if (Number.isNaN(this.#joinedSubTicks)) {
      this.#joinedSubTicks = welcome.nowSubTicks
      this.#joinedTick = Math.floor(welcome.nowSubTicks / 256)
      this.#ownMs = this.#msOf(welcome.nowSubTicks)
    }
    return client
  }

  /** The room's time since the player joined. */
  get roomMs(): number {
    return this.#msOf(this.#nowSubTicks - this.#joinedSubTicks)
  }

  get takings(): Takings {
    const stepsMs = this.#steps * this.stepMs
    const guns = [
      ...this.#byTime.map(({ needed }) => needed),
      ...this.#bySteps.map(({ needed }) => needed * this.stepMs),
    ]
    return {
      roomMs: this.roomMs,
      ticksMs: (this.sim.room.tick - this.#joinedTick) * this.stepMs,
      stepsMs,
      ownMs: this.#ownMs - this.#msOf(this.#joinedSubTicks),
      shotsMs: Math.max(...guns) + this.stepMs,
      aheadMs: this.#aheadMs,
      back: this.#back,
      mostAtOnce: this.#mostAtOnce,
    }
  }

  get #nowSubTicks(): number {
    return coreOf(this.sim.room).subTicksAt(this.sim.clock.nowMs())
  }

  #msOf(subTicks: number): number {
    return (subTicks / 256) * this.stepMs
  }

  #note(timeMs: number, isHeld: boolean): void {
    this.#steps++
    if (timeMs < this.#ownMs) this.#back++
    this.#ownMs = timeMs
    this.#aheadMs = Math.max(this.#aheadMs, timeMs - this.#msOf(this.#nowSubTicks))
    const { tick } = this.sim.room
    this.#atOnce = tick === this.#tick ? this.#atOnce + 1 : 1
    this.#tick = tick
    this.#mostAtOnce = Math.max(this.#mostAtOnce, this.#atOnce)
    if (!isHeld) return
    for (const gun of this.#byTime) gun.fire(timeMs)
    for (const gun of this.#bySteps) gun.fire(this.#steps)
  }
}

/** Its rooms: `note` is told of each step of the player, with the time that `move` reads and whether the key is held. */
function roomOf(
  authority: 'input' | 'tick',
  stepHz: number,
  note: (timeMs: number, isHeld: boolean) => void,
) {
  return defineRoom(
    defineGame({
      name: 'arena',
      authority: authorityOf(authority),
      stepHz,
      profile: { name: text(16) },
      input: { right: flag() },
      entities: { body: { steps: int({ max: 1_000_000 }) } },
      move: {
        body(body, { right }, { timeMs }) {
          body.steps++
          note(timeMs, right)
        },
      },
    }),
    {
      join: (world, player) => world.spawn('body', player),
    },
  )
}
