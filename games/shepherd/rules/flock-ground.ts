import { SHEEP_RADIUS, type Sheep } from './flock-sheep.ts'
import { gateOf } from './gate.ts'
import { FENCE, GATE, HEIGHT, PENS, type Pen, WIDTH, ZONES } from './meadow.ts'
import { type Body, clearance, OBSTACLES, pushOut } from './obstacles.ts'

/** Sides of a tile of the ground, in units. */
const TILE = 20
const PER_TILE = 1 / TILE
/** Sheep keep off a wall within this many units of it. */
const SHY = 36
/**
 * A gate draws in a sheep that runs in front of it, from this far, and draws a sheep inside further in, up to this far.
 */
const GATE_BEFORE = 200
const GATE_BEHIND = 120
const GATE_DRAW = 0.9

/** What a zone does, as `Ground.zone` has it; 0 elsewhere. */
export const CLOVER = 1
export const MUD = 2

/** What the land is like for sheep, tile by tile. It is computed once, so that no step has to look at a wall. */
export class Ground {
  readonly width: number
  readonly height: number
  readonly columns: number
  readonly #keepIn: (body: Body) => boolean
  /**
   * The direction in which the land itself leads a running sheep: off walls, towards gates and in from them; about 1 at
   * most.
   */
  readonly leadX: Float64Array
  readonly leadY: Float64Array
  /** `CLOVER`, `MUD`, or 0. */
  readonly zone: Uint8Array
  /** Whether a wall or the edge is within reach of a step. */
  readonly isTight: Uint8Array
  /** The pen that may be here, by its number in `PENS` plus one, and whether its gate leads on here from behind. */
  readonly penNear: Uint8Array
  readonly isGateway: Uint8Array

  /** Open land of this size, in units. `keepIn` holds sheep from its edge, and returns true when it had to. */
  constructor(width: number, height: number, keepIn: (body: Body) => boolean) {
    this.width = width
    this.height = height
    this.#keepIn = keepIn
    this.columns = Math.ceil(width / TILE) + 1
    const tiles = this.columns * (Math.ceil(height / TILE) + 1)
    this.leadX = new Float64Array(tiles)
    this.leadY = new Float64Array(tiles)
    this.zone = new Uint8Array(tiles)
    this.isTight = new Uint8Array(tiles)
    this.penNear = new Uint8Array(tiles)
    this.isGateway = new Uint8Array(tiles)
    for (let tile = 0; tile < tiles; tile++) {
      const x = this.#middleX(tile)
      const y = this.#middleY(tile)
      this.keepOff(tile, x, 1, 0)
      this.keepOff(tile, width - x, -1, 0)
      this.keepOff(tile, y, 0, 1)
      this.keepOff(tile, height - y, 0, -1)
    }
  }

  /** The number of the tile that a body on the land stands on. */
  tileUnder({ x, y }: Body): number {
    return ((y * PER_TILE) | 0) * this.columns + ((x * PER_TILE) | 0)
  }

  /** The same of a sheep, by columns, because V8 boxes fractional arguments. */
  tileOf({ x, y }: Sheep, i: number): number {
    return ((y[i]! * PER_TILE) | 0) * this.columns + ((x[i]! * PER_TILE) | 0)
  }

  /**
   * Moves a sheep off walls and back onto the land. Returns true when it had to, which is possible only where
   * `isTight`.
   */
  keepIn(body: Body): boolean {
    return this.#keepIn(body)
  }

  /** A wall that is `room` units away from the middle of a tile. (`x`, `y`) points away from it, with length 1. */
  keepOff(tile: number, room: number, x: number, y: number): void {
    if (room < TILE + 2 * SHEEP_RADIUS) this.isTight[tile] = 1
    if (room < SHY) {
      const nearness = 1 - Math.max(room - SHEEP_RADIUS, 0) / (SHY - SHEEP_RADIUS)
      this.lead(tile, x * nearness, y * nearness)
    }
  }

  lead(tile: number, x: number, y: number): void {
    this.leadX[tile] = this.leadX[tile]! + x
    this.leadY[tile] = this.leadY[tile]! + y
  }

  /** Calls a function for every tile, with its middle. */
  each(visit: (tile: number, x: number, y: number) => void): void {
    for (let tile = 0; tile < this.zone.length; tile++)
      visit(tile, this.#middleX(tile), this.#middleY(tile))
  }

  #middleX(tile: number): number {
    return ((tile % this.columns) + 0.5) * TILE
  }

  #middleY(tile: number): number {
    return (Math.floor(tile / this.columns) + 0.5) * TILE
  }
}

/** Land of this size without anything on it. */
export function plainGround(width: number, height: number): Ground {
  return new Ground(width, height, (body) => {
    const { x, y } = body
    body.x = Math.min(Math.max(x, SHEEP_RADIUS), width - SHEEP_RADIUS)
    body.y = Math.min(Math.max(y, SHEEP_RADIUS), height - SHEEP_RADIUS)
    return body.x !== x || body.y !== y
  })
}

let meadow: Ground | undefined

/** The meadow. It is made when it is first asked for, which takes some milliseconds. */
export function meadowGround(): Ground {
  if (meadow) return meadow
  const ground = new Ground(WIDTH, HEIGHT, (body) => pushOut(body, SHEEP_RADIUS))
  ground.each((tile, x, y) => {
    for (let at = 0; at < OBSTACLES; at++) {
      const room = clearance(at, x, y)
      if (room >= SHY) continue
      // The direction in which the room grows, whatever the shape of the obstacle.
      const growsX = clearance(at, x + 1, y) - clearance(at, x - 1, y)
      const growsY = clearance(at, x, y + 1) - clearance(at, x, y - 1)
      const by = 1 / Math.max(Math.hypot(growsX, growsY), 1e-3)
      ground.keepOff(tile, room, growsX * by, growsY * by)
    }
    for (const zone of ZONES) {
      const squared = ((x - zone.x) / zone.rx) ** 2 + ((y - zone.y) / zone.ry) ** 2
      if (squared < 1) ground.zone[tile] = zone.kind === 'clover' ? CLOVER : MUD
    }
    for (const [index, pen] of PENS.entries()) {
      if (x > pen.x - TILE && x < pen.x + pen.width + TILE)
        if (y > pen.y - TILE && y < pen.y + pen.height + TILE) ground.penNear[tile] = index + 1
      drawIn(ground, tile, pen, x, y)
    }
  })
  meadow = ground
  return ground
}

const INWARD = { north: [0, 1], south: [0, -1], west: [1, 0], east: [-1, 0] } as const

/**
 * What a gate does to a tile: a sheep before it sees the gap and heads for it, and a sheep that is through makes room.
 */
function drawIn(ground: Ground, tile: number, pen: Pen, x: number, y: number): void {
  const [inX, inY] = INWARD[pen.gate]
  const { x: gateX, y: gateY } = gateOf(pen)
  const depth = (x - gateX) * inX + (y - gateY) * inY
  const aside = Math.abs((x - gateX) * inY - (y - gateY) * inX)
  if (depth > GATE_BEHIND || depth < -GATE_BEFORE) return
  if (depth > FENCE) {
    if (aside > GATE) return
    const draw = GATE_DRAW * (1 - depth / GATE_BEHIND)
    ground.lead(tile, inX * draw, inY * draw)
    ground.isGateway[tile] = 1
    return
  }
  if (aside > GATE / 2 - depth) return
  const aimX = gateX + inX * 2 * FENCE - x
  const aimY = gateY + inY * 2 * FENCE - y
  const by = (GATE_DRAW * (1 + depth / GATE_BEFORE)) / Math.hypot(aimX, aimY)
  ground.lead(tile, aimX * by, aimY * by)
}
