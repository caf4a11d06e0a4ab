/** What an entity of these workloads has, in the order in which its values stand. */
export const FIELDS = ['id', 'x', 'y', 'angle', 'vx', 'vy', 'hp', 'state'] as const
/** The name of one of them. */
export type Field = (typeof FIELDS)[number]
/** How many values an entity has. */
export const WIDTH: number = FIELDS.length
/** Where each value stands in an entity's row. */
export const AT = { id: 0, x: 1, y: 2, angle: 3, vx: 4, vy: 5, hp: 6, state: 7 } as const
/** The coarsest step that a coding may round each value to, in the order of `FIELDS`; 0: exact. */
export const QUANTA: readonly number[] = [0, 0.01, 0.01, 0.01, 0.1, 0.1, 0, 0]

/** x and y are from 0 to this, in units. */
export const WORLD = 4096
/** A velocity is from minus this to this per axis, in units per second. */
export const MOST_SPEED = 200
/** Steps per second; every one of them is sent. */
export const SEND_HZ = 20
/** Angles are from 0 to this, in radians. The decimal places are those that the checksums were made with. */
export const TURN = 6.283185307179586

/** How many of all move where they are drawn anew, and how many are hurt in a step, unless told otherwise. */
const SHARE = 0.3
const HURTS = 0.01
const MOST_HURT = 20
const CHANGES_STATE = 0.005
/** How far a step may change a velocity per axis, from least to most; and an angle. */
const PUSH = 20
const TWIST = 0.4

/** Who moves in a step: a share drawn anew each step, those in a stretch of it, or everybody. */
export type Movers = 'drawn' | 'stretches' | 'all'

/** What makes a workload. */
export interface WorkloadOptions {
  /** How many entities there are. Default: 100. */
  readonly entities?: number
  /** How many steps follow the first state. Default: 600. */
  readonly ticks?: number
  /** Where chance begins. Default: 12345. */
  readonly seed?: number
  /** How many of all move where movers are drawn anew. Default: 0.3. */
  readonly share?: number
  /** How many are hurt in a step. Default: 0.01. */
  readonly hurts?: number
}

/** Every value of every entity at every tick, not rounded. */
export interface Workload {
  readonly name: string
  readonly entities: number
  /** The number of updates: the states are those of the ticks from 0 to this. */
  readonly ticks: number
  /** `WIDTH` values of each entity of each tick. */
  readonly values: Float64Array
}

/** The workloads whose checksums are known: in A a new 30 of 100 move each tick, in B each moves for a second or so. */
export const WORKLOADS = {
  A: { movers: 'drawn', checksum: 'ca3c6325' },
  B: { movers: 'stretches', checksum: '3f48a361' },
} as const satisfies Record<string, { movers: Movers; checksum: string }>

/** One of the two that the peers are compared by. */
export function namedWorkload(name: keyof typeof WORKLOADS): Workload {
  return createWorkload(name, WORKLOADS[name].movers)
}

/**
 * A world of entities that are pushed about at random, hurt now and then, and reflected by its borders. Equal on every
 * engine: nothing but + - * and integers. Chance is drawn in a set order, on which the known checksums rest.
 */
export function createWorkload(
  name: string,
  movers: Movers,
  { entities = 100, ticks = 600, seed = 12345, share = SHARE, hurts = HURTS }: WorkloadOptions = {},
): Workload {
  const next = chance(seed)
  const values = new Float64Array((ticks + 1) * entities * WIDTH)
  for (let i = 0; i < entities; i++) {
    const row = i * WIDTH
    values[row + AT.id] = 1000 + 7 * i
    values[row + AT.x] = next() * WORLD
    values[row + AT.y] = next() * WORLD
    values[row + AT.angle] = next() * TURN
    values[row + AT.vx] = (next() - 0.5) * 100
    values[row + AT.vy] = (next() - 0.5) * 100
    values[row + AT.hp] = 100
  }
  const moving = new Uint8Array(entities)
  for (let i = 0; i < entities; i++) moving[i] = next() < 0.3 ? 1 : 0
  const order = Uint16Array.from({ length: entities }, (_, i) => i)
  const size = entities * WIDTH
  for (let tick = 1; tick <= ticks; tick++) {
    values.copyWithin(tick * size, (tick - 1) * size, tick * size)
    if (movers === 'drawn') drawMovers(moving, order, share, next)
    else if (movers === 'stretches') changeMovers(moving, next)
    else moving.fill(1)
    for (let i = 0; i < entities; i++) {
      const row = tick * size + i * WIDTH
      if (moving[i]) move(values, row, next)
      if (next() < hurts) {
        const hp = values[row + AT.hp]! - 1 - Math.floor(next() * MOST_HURT)
        values[row + AT.hp] = hp > 0 ? hp : 100
      }
      if (next() < CHANGES_STATE) values[row + AT.state] = Math.floor(next() * 8)
    }
  }
  return { name, entities, ticks, values }
}

/** FNV-1a over the halves of every value as a big-endian double, as eight digits of base 16. */
export function checksumOf({ values }: Workload): string {
  const view = new DataView(new ArrayBuffer(8))
  let hash = 2166136261
  for (let i = 0; i < values.length; i++) {
    view.setFloat64(0, values[i]!)
    hash = Math.imul(hash ^ view.getInt32(0), 16777619)
    hash = Math.imul(hash ^ view.getInt32(4), 16777619)
  }
  return (hash >>> 0).toString(16).padStart(8, '0')
}

/** A share of all, each set as likely as any other: the first of a shuffle that goes on from tick to tick. */
function drawMovers(
  moving: Uint8Array,
  order: Uint16Array,
  share: number,
  next: () => number,
): void {
  moving.fill(0)
  const count = order.length
  for (let k = 0; k < Math.round(share * count); k++) {
    const j = k + Math.floor(next() * (count - k))
    const drawn = order[j]!
    order[j] = order[k]!
    order[k] = drawn
    moving[drawn] = 1
  }
}

/** Those who move stop once in 20 ticks; as many begin as keeps three in ten moving. */
function changeMovers(moving: Uint8Array, next: () => number): void {
  for (let i = 0; i < moving.length; i++) {
    const drawn = next()
    if (moving[i]) {
      if (drawn < 1 / 20) moving[i] = 0
    } else if (drawn < ((1 / 20) * 0.3) / 0.7) moving[i] = 1
  }
}

function move(values: Float64Array, row: number, next: () => number): void {
  push(values, row + AT.vx, next)
  push(values, row + AT.vy, next)
  advance(values, row + AT.x, row + AT.vx)
  advance(values, row + AT.y, row + AT.vy)
  let angle = values[row + AT.angle]! + (next() - 0.5) * TWIST
  if (angle < 0) angle += TURN
  if (angle >= TURN) angle -= TURN
  values[row + AT.angle] = angle
}

function push(values: Float64Array, at: number, next: () => number): void {
  const pushed = values[at]! + (next() - 0.5) * PUSH
  values[at] = pushed > MOST_SPEED ? MOST_SPEED : pushed < -MOST_SPEED ? -MOST_SPEED : pushed
}

/** Along one axis for one step. Borders reflect. */
function advance(values: Float64Array, at: number, velocityAt: number): void {
  values[at]! += values[velocityAt]! * (1 / SEND_HZ)
  if (values[at]! >= 0 && values[at]! <= WORLD) return
  values[at] = values[at]! < 0 ? -values[at]! : 2 * WORLD - values[at]!
  values[velocityAt] = -values[velocityAt]!
}

/** Numbers from 0 to 1 by the mulberry32 generator (T. Ettinger, public domain): the checksums were made with it. */
export function chance(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x100000000
  }
}
