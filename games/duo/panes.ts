import { type Application, Container, Graphics } from 'pixi.js'
import { cover } from '../platformer/picture/cover.ts'
import { buildPicture, type Picture } from '../platformer/picture/picture.ts'
import type { Scene } from '../platformer/picture/scene.ts'
import { HEIGHT } from '../platformer/rules/level.ts'
import type { Duel } from './duel.ts'
import { colour } from './hue.ts'

/** How many pixels of the level a pane shows across. The height follows from the pane's shape. */
const UNITS_ACROSS = 380
/** The gap between two panes, in CSS pixels. It is the same as in duo.css, which rounds the corners. */
const GAP = 8

const DASH = 7
const DASH_EVERY = 12

/** One pane: a picture, cut to its part of the canvas, with a line for where the server has each player. */
class Pane {
  readonly root = new Container()
  readonly marks = new Container()
  readonly lines: readonly [Graphics, Graphics]
  readonly #cut = new Graphics()
  #units = { width: 1, height: 1 }
  #width = 0
  #height = 0
  picture: Picture | null = null

  constructor(duel: Duel) {
    this.lines = [line(duel.sides[0].hue), line(duel.sides[1].hue)]
    this.marks.addChild(...this.lines)
    this.root.addChild(this.#cut)
    this.root.mask = this.#cut
  }

  /** Gives the pane its part of the canvas. A picture made for another shape is cut to this one. */
  place(x: number, y: number, width: number, height: number): void {
    this.root.position.set(x, y)
    this.#width = width
    this.#height = height
    this.#cut.clear().rect(0, 0, width, height).fill(0xffffff)
    this.#cover()
  }

  /** Shows a picture of this many units instead of the one before. */
  hang(picture: Picture, units: { readonly width: number; readonly height: number }): void {
    this.picture?.close()
    this.picture = picture
    this.#units = units
    this.root.addChild(picture.root)
    this.#cover()
  }

  #cover(): void {
    if (!this.picture) return
    cover(this.picture.root, this.#units.width, this.#units.height, this.#width, this.#height)
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

  /** Fits the panes into their place on the page, with the current pictures. Call whenever that place changes. */
  arrange(): void {
    const { clientWidth, clientHeight } = this.#holder
    if (clientWidth < 1 || clientHeight < 1) return
    this.#app.renderer.resize(clientWidth, clientHeight, devicePixelRatio)
    const isStacked = clientHeight > clientWidth
    const { width, height } = this.#size()
    for (let i = 0; i < this.#panes.length; i++) {
      const [x, y] = isStacked ? [0, i * (height + GAP)] : [i * (width + GAP), 0]
      this.#panes[i]?.place(x, y, width, height)
    }
    // A canvas that changes its size is empty until it is drawn again.
    this.#app.render()
  }

  /** Builds pictures that fit, and resolves when they are shown. The pictures before them are shown until then. */
  async build(): Promise<void> {
    const { width, height } = this.#size()
    const shape = `${width} ${height}`
    if (this.#isBuilding || shape === this.#shape || width < 1 || height < 1) return
    this.#isBuilding = true
    this.#shape = shape
    const units = { width: UNITS_ACROSS, height: Math.ceil((height * UNITS_ACROSS) / width) }
    for (const [i, pane] of this.#panes.entries()) {
      const { marks } = pane
      const picture = await buildPicture(this.#scene(i), { ...units, marks })
      const { x, y } = this.#duel.looks[i as 0 | 1 | 2]
      picture.snap(x, y)
      pane.hang(picture, units)
    }
    this.#isBuilding = false
    await this.build()
  }

  /** The size of a pane, in CSS pixels. */
  #size(): { width: number; height: number } {
    const { clientWidth, clientHeight } = this.#holder
    const [across, down] = clientHeight > clientWidth ? [1, 3] : [3, 1]
    return {
      width: (clientWidth - GAP * (across - 1)) / across,
      height: (clientHeight - GAP * (down - 1)) / down,
    }
  }

  /** Makes each pane look where the duel says. Call before the frame of the duel. */
  look(): void {
    for (let i = 0; i < this.#panes.length; i++) {
      const { x, y } = this.#duel.looks[i as 0 | 1 | 2]
      this.#panes[i]?.picture?.follow(x, y)
    }
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
