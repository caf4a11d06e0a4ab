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

const FRAME_MS = 1000 / 60
/** How far the drawing of a sheep reaches round its feet, as in the game. */
const REACH = 40

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
 * Shepherd's World in one page: the real room with a flock of `count`, of all of which the client is told, a bot that plays
 * behind a network, and the camera and the culling of the game's picture. Beside it stands the bare loop, over the same sheep.
 */
export class Meadow {
  readonly #local: LocalRoom<typeof shepherdRoom>
  readonly #session: Session<typeof shepherdRoom.game>
  readonly #bot = new Bot(1)
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
    this.#session = this.#local.join({ network: new SimulatedNetwork(presets.wifi, { seed: 1 }) })
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
    const session = this.#session
    this.#bot.think(session, session.ownTimeMs, session.input)
    if (nowMs - this.#takenMs >= shepherdRoom.game.sendMs) {
      this.#takenMs = nowMs
      this.#bare.take(this.#truth, nowMs)
    }
    const beforeMs = performance.now()
    session.frame(nowMs)
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
