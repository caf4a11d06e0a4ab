import { type Path, SHOWN, SHOWN_WIDTH } from 'glissade/score'
import { Canvas } from '../link/canvas.ts'
import { stepBefore } from './contenders/stepped.ts'
import type { Film } from './film.ts'
import { placeAt } from './playhead.ts'

/** How much of the past a picture shows. */
const PAST_MS = 1100
/** The camera looks at the mean place of this time, so that it moves evenly. */
const CAMERA_MS = 500
const CAMERA_SAMPLES = 24
const PATH_SAMPLES = 64
/** How many units of the world are 100 pixels wide, by motion. Fast figures need more room. */
const UNITS_PER_100_PX: { readonly [motion: string]: number } = {
  platformer: 190,
  boid: 130,
  vehicle: 320,
  'stop-and-go': 260,
  teleporter: 300,
}
const GRID_UNITS = 100
const RADIUS_PX = 9
const TRAIL_FRAMES = 40
const GRID = 'rgb(238 243 255 / 7%)'
const PATH = 'rgb(238 243 255 / 26%)'
const DOT = 'rgb(238 243 255 / 70%)'
const GHOST = 'rgb(238 243 255 / 90%)'

/** One lane's picture: the true path, the states that have arrived as dots, the truth now as a ring, and the figure shown. */
export class LanePicture {
  readonly #canvas: Canvas
  readonly #place = new Float64Array(4)
  #left = 0
  #top = 0
  #scale = 1

  constructor(element: HTMLCanvasElement) {
    this.#canvas = new Canvas(element)
  }

  /** Draws the film's frame at `timeMs`. */
  draw(film: Film, timeMs: number, stepHz: number): void {
    const { context: c, width, height } = this.#canvas
    const { recording, lane } = film
    const frame = placeAt(recording.run.frameMs, timeMs)
    c.clearRect(0, 0, width, height)
    if (frame < 0 || width === 0) return
    const frameMs = recording.run.frameMs[frame]!
    const path = recording.paths[0]!
    this.#look(path, frameMs, recording.motions[0]!.name, width, height)
    this.#grid(width, height)
    this.#truePath(path, frameMs)
    this.#states(film, path, frameMs, stepHz)
    this.#ghost(path, frameMs)
    c.fillStyle = lane.colour
    this.#figure(recording.shown, frame)
  }

  #look(path: Path, nowMs: number, motion: string, width: number, height: number): void {
    let x = 0
    let y = 0
    for (let i = 0; i < CAMERA_SAMPLES; i++) {
      path.state(Math.max(0, nowMs - (i * CAMERA_MS) / CAMERA_SAMPLES), this.#place, 0)
      x += this.#place[0]! / CAMERA_SAMPLES
      y += this.#place[1]! / CAMERA_SAMPLES
    }
    this.#scale = 100 / (UNITS_PER_100_PX[motion] ?? 200)
    this.#left = x - width / 2 / this.#scale
    this.#top = y - height / 2 / this.#scale
  }

  #grid(width: number, height: number): void {
    const c = this.#canvas.context
    const step = GRID_UNITS * this.#scale
    c.fillStyle = GRID
    for (let x = -(this.#left * this.#scale) % step; x < width; x += step)
      c.fillRect(x, 0, 1, height)
    for (let y = -(this.#top * this.#scale) % step; y < height; y += step)
      c.fillRect(0, y, width, 1)
  }

  #truePath(path: Path, nowMs: number): void {
    const c = this.#canvas.context
    const fromMs = Math.max(0, nowMs - PAST_MS)
    let teleports = path.teleports(fromMs)
    c.strokeStyle = PATH
    c.lineWidth = 1.5
    c.beginPath()
    for (let i = 0; i <= PATH_SAMPLES; i++) {
      const timeMs = fromMs + ((nowMs - fromMs) * i) / PATH_SAMPLES
      path.state(timeMs, this.#place, 0)
      const isBroken = path.teleports(timeMs) !== teleports
      teleports = path.teleports(timeMs)
      if (i === 0 || isBroken) c.moveTo(this.#x(this.#place[0]!), this.#y(this.#place[1]!))
      else c.lineTo(this.#x(this.#place[0]!), this.#y(this.#place[1]!))
    }
    c.stroke()
  }

  #states({ recording }: Film, path: Path, nowMs: number, stepHz: number): void {
    const c = this.#canvas.context
    const { stampMs, arrivesMs } = recording.run
    let newest = -1
    c.fillStyle = DOT
    for (let k = placeAt(stampMs, nowMs); k >= 0 && stampMs[k]! > nowMs - PAST_MS; k--) {
      if (!(arrivesMs[k]! <= nowMs)) continue
      path.state(stepBefore(stampMs[k]!, stepHz), this.#place, 0)
      const isNewest = newest < 0
      newest = k
      this.#circle(this.#place[0]!, this.#place[1]!, isNewest ? 4 : 2.5)
      c.fill()
    }
  }

  #ghost(path: Path, nowMs: number): void {
    const c = this.#canvas.context
    path.state(nowMs, this.#place, 0)
    c.strokeStyle = GHOST
    c.lineWidth = 1.5
    c.setLineDash(DASHES)
    this.#circle(this.#place[0]!, this.#place[1]!, RADIUS_PX)
    c.stroke()
    c.setLineDash(NO_DASHES)
  }

  /** Draws a dot for each of the last frames, which are unevenly spaced where the movement is uneven, and the figure. */
  #figure(shown: Float64Array, frame: number): void {
    const c = this.#canvas.context
    for (let i = Math.max(0, frame - TRAIL_FRAMES); i <= frame; i++) {
      const x = shown[i * SHOWN_WIDTH + SHOWN.x]!
      if (Number.isNaN(x)) continue
      c.globalAlpha = i === frame ? 1 : 0.42 * (1 - (frame - i) / TRAIL_FRAMES)
      this.#circle(x, shown[i * SHOWN_WIDTH + SHOWN.y]!, i === frame ? RADIUS_PX : 3)
      c.fill()
    }
    c.globalAlpha = 1
  }

  #circle(x: number, y: number, radius: number): void {
    const c = this.#canvas.context
    c.beginPath()
    c.arc(this.#x(x), this.#y(y), radius, 0, 2 * Math.PI)
  }

  #x(x: number): number {
    return (x - this.#left) * this.#scale
  }

  #y(y: number): number {
    return (y - this.#top) * this.#scale
  }
}

const DASHES = [4, 3]
const NO_DASHES: number[] = []
