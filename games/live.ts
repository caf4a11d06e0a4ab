import { presets, type Session, SimulatedNetwork } from 'glissade/client'
import { Application } from 'pixi.js'
import { LocalRoom } from './local-room.ts'
import { fastRenderer } from './panel/renderer.ts'
import { Bot } from './platformer/bots/bot.ts'
import type { platformer } from './platformer/game.ts'
import { cover } from './platformer/picture/cover.ts'
import { buildPicture, type Picture } from './platformer/picture/picture.ts'
import type { CoinView, PipView } from './platformer/picture/scene.ts'
import { platformerRoom } from './platformer/room.ts'

type Game = typeof platformer

/** How high the picture is, in pixels of the level. */
const UNITS_DOWN = 260
const NAMES = ['Ada', 'Ben', 'Cleo']
/** The stretch of the level the bots roam: from the start up the second hill. */
const RANGE = { fromX: 300, toX: 1100 }
/** The time that passes before the first frame, so that the players do not stand in a row. */
const AHEAD_MS = 5000
const AHEAD_FRAME_MS = 50
const SWELL_MS = 500
/** How long the holder must have kept its size before the picture is made anew. */
const SETTLE_MS = 200
/** After this long, the browser has its turn. */
const TURN_MS = 8

/** A bot in its own session. */
class Guest {
  readonly session: Session<Game>
  readonly #bot: Bot
  readonly #pips: readonly PipView[]
  readonly #coins: readonly CoinView[]

  constructor(local: LocalRoom<typeof platformerRoom>, name: string, seed: number) {
    const network = new SimulatedNetwork(presets.wifi, { seed })
    this.session = local.join({ network, profile: { name, hue: 360 } })
    this.#bot = new Bot(seed, RANGE)
    this.#pips = this.session.entities('pip')
    this.#coins = this.session.entities('coin')
  }

  frame(nowMs: number): void {
    for (let i = 0; i < this.#pips.length; i++) {
      const pip = this.#pips[i]
      if (!pip?.mine) continue
      this.#bot.think(pip, this.#pips, this.#coins, this.session.ownTimeMs, this.session.input)
    }
    this.session.frame(nowMs)
  }
}

/**
 * A picture that fills its holder. It follows a change of the holder's size at once, and is built anew when the holder
 * keeps its new size.
 */
class LivePicture {
  readonly #app: Application
  readonly #session: Session<Game>
  readonly #holder: HTMLElement
  readonly #onBuilt: () => void
  #picture: Picture | null = null
  #across = 0
  #isBuilding = false

  /** `onBuilt` is called after every picture is built, before it is drawn. */
  constructor(app: Application, session: Session<Game>, holder: HTMLElement, onBuilt: () => void) {
    this.#app = app
    this.#session = session
    this.#holder = holder
    this.#onBuilt = onBuilt
  }

  /** Builds the first picture and shows it. */
  async open(): Promise<void> {
    await this.#build()
    this.#holder.append(this.#app.canvas)
    let settling: ReturnType<typeof setTimeout> | undefined
    new ResizeObserver(() => {
      this.#fit()
      clearTimeout(settling)
      settling = setTimeout(() => this.#build(), SETTLE_MS)
    }).observe(this.#holder)
  }

  async #build(): Promise<void> {
    const { clientWidth, clientHeight } = this.#holder
    if (this.#isBuilding || clientWidth < 1 || clientHeight < 1) return
    const across = Math.ceil((clientWidth * UNITS_DOWN) / clientHeight)
    if (across === this.#across) return
    this.#isBuilding = true
    const picture = await buildPicture(this.#session, { width: across, height: UNITS_DOWN })
    this.#picture?.close()
    this.#picture = picture
    this.#across = across
    this.#app.stage.addChild(picture.root)
    this.#onBuilt()
    this.#fit()
    this.#isBuilding = false
    await this.#build()
  }

  #fit(): void {
    const { clientWidth, clientHeight } = this.#holder
    if (!this.#picture || clientWidth < 1 || clientHeight < 1) return
    this.#app.renderer.resize(clientWidth, clientHeight)
    cover(this.#picture.root, this.#across, UNITS_DOWN, clientWidth, clientHeight)
    // A canvas that changes its size is empty until it is drawn again.
    this.#app.render()
  }
}

/**
 * Draws the platformer into `holder`: a room of its own with a few bots, as one of them sees it. The picture stands
 * still while it cannot be seen, and for good where moving pictures are not wanted. Rejects where nothing can be drawn.
 */
export async function live(holder: HTMLElement): Promise<void> {
  const app = new Application()
  await app.init({
    preference: fastRenderer(),
    antialias: true,
    autoDensity: true,
    autoStart: false,
    resolution: Math.min(devicePixelRatio, 2),
  })
  const local = new LocalRoom(platformerRoom, { seed: Math.floor(Math.random() * 1e6) })
  const guests = NAMES.map((name, i) => new Guest(local, name, i + 1))
  const [host] = guests
  if (!host) return
  const frame = (nowMs: number): void => {
    local.advance(nowMs)
    for (let i = 0; i < guests.length; i++) guests[i]?.frame(local.nowMs)
  }
  let turnMs = performance.now()
  for (let pastMs = -AHEAD_MS; pastMs < 0; pastMs += AHEAD_FRAME_MS) {
    frame(pastMs)
    if (performance.now() - turnMs < TURN_MS) continue
    await new Promise((resolve) => setTimeout(resolve, 0))
    turnMs = performance.now()
  }
  // Whatever appears in a picture swells up for a moment. A still picture is taken after that.
  let stillMs = 0
  const swell = (): void => {
    if (app.ticker.started) return frame(app.ticker.lastTime)
    const toMs = stillMs + SWELL_MS
    for (; stillMs < toMs; stillMs += AHEAD_FRAME_MS) frame(stillMs)
  }
  await new LivePicture(app, host.session, holder, swell).open()
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  app.ticker.add((ticker) => frame(ticker.lastTime))
  new IntersectionObserver(([entry]) => {
    if (entry?.isIntersecting) app.start()
    else app.stop()
  }).observe(holder)
}
