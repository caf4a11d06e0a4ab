import { cull, presets, type Session, SimulatedNetwork } from 'glissade/client'
import { defineRoom } from 'glissade/server'
import { LocalRoom } from '../../../games/local-room.ts'
import { Sight } from '../../../games/page/sight.ts'
import { Bot } from '../../../games/shepherd/bots/bot.ts'
import { Beat } from '../../../games/shepherd/picture/figures/beat.ts'
import type { Spot } from '../../../games/shepherd/picture/figures/spot.ts'
import { type Figure, Troupe } from '../../../games/shepherd/picture/figures/troupe.ts'
import { Lookout } from '../../../games/shepherd/picture/lookout.ts'
import type { SheepView } from '../../../games/shepherd/picture/scene.ts'
import { SHAPES } from '../../../games/shepherd/picture/shapes.ts'
import { shepherdRoom } from '../../../games/shepherd/room.ts'
import { HEIGHT, WIDTH } from '../../../games/shepherd/rules/meadow.ts'
import { openWith } from '../../../games/shepherd/rules/rules.ts'
import { BareLoop, Drawn } from './bare-loop.ts'

export const FRAME_MS = 1000 / 60
/** How far the drawing of a sheep reaches round its feet, as in the game. */
const REACH = 40
/** Other players, so that sheep are driven in several places. */
const OTHERS = 0

/** Which sheep are in the picture: those that the game's camera sees, all of them, or none. */
export type Looks = 'camera' | 'all' | 'none'

/** What frames took, each in ms: the session with the culling, and the bare loop. */
export interface FrameTimes {
  readonly sessionMs: number[]
  readonly bareMs: number[]
}

/** The game's own figure of a sheep, without the renderer: it goes to the place of its sheep. */
class PlainFigure implements Figure<SheepView> {
  readonly drawn = new Drawn()

  begin(): void {
    this.drawn.isVisible = true
  }

  show(_sheep: SheepView, at: Spot): void {
    this.drawn.x = at.x
    this.drawn.y = at.y
  }

  end(): void {
    this.drawn.isVisible = false
  }

  destroy(): void {}
}

/**
 * Shepherd's World in one page: the real room with a flock of `count`, all of which every client is told of, four bots with
 * sessions of their own behind a network, and the camera and the culling of the game's picture for the first of them. Beside it
 * stands the bare loop, over the same sheep.
 */
export class Meadow {
  readonly #local: LocalRoom<typeof shepherdRoom>
  readonly #session: Session<typeof shepherdRoom.game>
  readonly #players: readonly { session: Session<typeof shepherdRoom.game>; bot: Bot }[]
  readonly #sight: Sight
  readonly #lookout: Lookout
  readonly #looks: Looks
  #troupe: Troupe<SheepView, PlainFigure> | undefined
  readonly #bare: BareLoop
  readonly #truth: readonly SheepView[]
  #takenMs = 0
  #nowMs = 0

  constructor(count: number, looks: Looks) {
    const { interest: _everybodyIsToldOfAll, ...definition } = shepherdRoom.definition
    const open: typeof definition.open = (world) => openWith(world, count)
    this.#local = new LocalRoom(defineRoom(shepherdRoom.game, { ...definition, open }), {
      kind: 'ordered',
    })
    this.#players = Array.from({ length: 1 + OTHERS }, (_, n) => {
      const network = new SimulatedNetwork(presets.wifi, { seed: n + 1 })
      return { session: this.#local.join({ network }), bot: new Bot(n + 1) }
    })
    this.#session = this.#players[0]!.session
    const { width, height } = SHAPES.wide
    this.#sight = looks === 'all' ? new Sight(WIDTH, HEIGHT) : new Sight(width, height)
    this.#lookout = new Lookout(this.#session, this.#sight)
    this.#looks = looks
    void this.#session.joined.then((session) => this.#begin(session))
    this.#bare = new BareLoop(count)
    this.#truth = this.#local.room.world.entities('sheep') as readonly SheepView[]
  }

  #begin(session: Session<typeof shepherdRoom.game>): void {
    const sight = this.#sight
    const { views } = cull(session, 'sheep', sight, REACH)
    this.#troupe = new Troupe(views, sight, REACH, locate, () => new PlainFigure())
    const beat = new Beat()
    session.onFrame((dtSeconds) => {
      beat.next(dtSeconds)
      this.#look()
      this.#troupe!.show(beat)
    })
  }

  /** Lets a frame's time pass, and adds what the frame took to `times`. */
  frame(times: FrameTimes): void {
    this.#nowMs += FRAME_MS
    this.#local.advance(this.#nowMs)
    const { nowMs } = this.#local
    for (const { session, bot } of this.#players)
      bot.think(session, session.ownTimeMs, session.input)
    for (let n = 1; n < this.#players.length; n++) this.#players[n]!.session.frame(nowMs)
    if (nowMs - this.#takenMs >= shepherdRoom.game.sendMs) {
      this.#takenMs = nowMs
      this.#bare.take(this.#truth, nowMs)
    }
    const beforeMs = performance.now()
    this.#timed(nowMs)
    const betweenMs = performance.now()
    this.#bare.frame(nowMs - shepherdRoom.game.sendMs, this.#sight, REACH)
    times.bareMs.push(performance.now() - betweenMs)
    times.sessionMs.push(betweenMs - beforeMs)
  }

  /** How many sheep the last frame drew. */
  get inSight(): number {
    return this.#troupe?.count ?? 0
  }

  /** How many sheep the session shows. */
  get shown(): number {
    return this.#session.entities('sheep').length
  }

  #timed(nowMs: number): void {
    this.#session.frame(nowMs)
  }

  #look(): void {
    this.#lookout.turn()
    if (this.#looks === 'camera') return
    this.#sight.left = this.#looks === 'all' ? 0 : -2 * WIDTH
    this.#sight.top = 0
  }
}

function locate({ x, y }: SheepView, out: Spot): void {
  out.x = x
  out.y = y
}
