import { type Application, Container, Graphics } from 'pixi.js'
import { HEIGHT } from '../platformer/level.ts'
import { buildPicture, type Picture } from '../platformer/picture.ts'
import type { Scene } from '../platformer/scene.ts'
import type { Duel } from './duel.ts'
import { colour } from './hue.ts'

/** What a pane shows of the level across, in its pixels; down it follows from the pane's shape. */
const UNITS_ACROSS = 380
/** Between two panes, in CSS pixels. As in duo.css, which rounds the corners. */
const GAP = 8

const DASH = 7
const DASH_EVERY = 12

/** One pane: a picture, cut to its part of the canvas, with a line for where the server has each player. */
class Pane {
  readonly root = new Container()
  readonly marks = new Container()
  readonly lines: readonly [Graphics, Graphics]
  readonly #cut = new Graphics()
  picture: Picture | null = null

  constructor(duel: Duel) {
    this.lines = [line(duel.sides[0].hue), line(duel.sides[1].hue)]
    this.marks.addChild(...this.lines)
    this.root.addChild(this.#cut)
  }

  hang(picture: Picture, scale: number, width: number, height: number): void {
    this.picture = picture
    this.#cut.clear().rect(0, 0, width, height).fill(0xffffff)
    this.root.mask = this.#cut
    this.root.addChild(picture.root)
    picture.root.scale.set(scale)
  }

  take(): void {
    // The lines live on in the next picture.
    this.marks.removeFromParent()
    this.picture?.close()
    this.picture = null
  }
}

/** The three panes of one canvas: left client, server, right client; side by side, or stacked on a narrow screen. */
export class Panes {
  readonly #app: Application
  readonly #duel: Duel
  readonly #panes: readonly Pane[]
  readonly #holder: HTMLElement
  #shape = ''
  #isBuilding = false

  constructor(app: Application, duel: Duel, holder: HTMLElement) {
    this.#app = app
    this.#duel = duel
    this.#holder = holder
    this.#panes = [new Pane(duel), new Pane(duel), new Pane(duel)]
    for (const pane of this.#panes) app.stage.addChild(pane.root)
    holder.append(app.canvas)
  }

  /** Fits the panes into their place on the page; resolves when the pictures hang. Call again when that changes. */
  async fit(): Promise<void> {
    const { clientWidth, clientHeight } = this.#holder
    const isStacked = clientHeight > clientWidth
    const shape = `${clientWidth} ${clientHeight} ${devicePixelRatio}`
    if (this.#isBuilding || shape === this.#shape || clientWidth < 1 || clientHeight < 1) return
    this.#isBuilding = true
    this.#shape = shape
    const across = isStacked ? 1 : 3
    const down = 4 - across
    const width = (clientWidth - GAP * (across - 1)) / across
    const height = (clientHeight - GAP * (down - 1)) / down
    this.#app.renderer.resize(clientWidth, clientHeight, devicePixelRatio)
    const scale = width / UNITS_ACROSS
    const units = { width: UNITS_ACROSS, height: Math.ceil(height / scale) }
    for (let i = 0; i < this.#panes.length; i++) {
      const pane = this.#panes[i]
      if (!pane) continue
      pane.take()
      const [x, y] = isStacked ? [0, i * (height + GAP)] : [i * (width + GAP), 0]
      pane.root.position.set(x, y)
      const { marks } = pane
      const flights = i === 1 ? this.#duel.flights : undefined
      const picture = await buildPicture(this.#scene(i), { ...units, marks, flights })
      pane.hang(picture, scale, width, height)
    }
    const { x, y } = this.#duel.look
    for (const { picture } of this.#panes) picture?.snap(x, y)
    this.#isBuilding = false
    await this.fit()
  }

  /** Lets all look at the same stretch. Call before the frame of the duel. */
  look(): void {
    const { look } = this.#duel
    for (let i = 0; i < this.#panes.length; i++) this.#panes[i]?.picture?.follow(look.x, look.y)
  }

  /** Puts the lines where the server has the players. Call after the frame of the duel. */
  mark(): void {
    const { sides } = this.#duel
    for (let side = 0; side < 2; side++) {
      const pip = this.#duel.pip(sides[side as 0 | 1])
      if (!pip) continue
      for (let i = 0; i < this.#panes.length; i++) {
        const line = this.#panes[i]?.lines[side as 0 | 1]
        if (line) line.x = pip.x
      }
    }
  }

  #scene(index: number): Scene {
    const { sides, truth } = this.#duel
    return index === 1 ? truth : sides[index === 0 ? 0 : 1].session
  }
}

/** A broken line from above the level to its foot. */
function line(hue: number): Graphics {
  const line = new Graphics()
  for (let y = -200; y < HEIGHT; y += DASH_EVERY) line.rect(-0.6, y, 1.2, DASH)
  line.fill({ color: colour(hue), alpha: 0.7 })
  return line
}
