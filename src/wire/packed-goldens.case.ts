import { defineGame } from '../game/define-game.ts'
import { angle, flag, number, once, oneOf, told as only, own, ref, text } from '../game/field.ts'
import { quat } from '../motion/quat.ts'
import { chars, type Golden, rice, small, told, u } from './goldens.case.ts'
import { type Change, record } from './records.case.ts'

/** Golden lists of changed entities in the packed coding: see goldens.case.ts. */
export const flying = defineGame({
  name: 'packed golden',
  stepHz: 30,
  sendHz: 20,
  input: { up: flag() },
  entities: {
    lamp: { lit: flag(), colour: once(text(3)) },
    ship: {
      x: number({ max: 100, step: 0.25, velocity: 'speed' }),
      speed: number({ min: -32, max: 32, step: 0.5, curve: 'step' }),
      heading: angle({ bits: 8 }),
      lit: flag(),
      face: oneOf('left', 'right', 'up'),
      name: only(text(6)),
      height: number({ max: 50, step: 0.5, coarse: 1 }),
      turn: quat({ bits: 6 }),
      target: ref(),
      fuel: own(number({ max: 9 })),
    },
  },
})

const [lamp, ship] = flying.kinds as [(typeof flying.kinds)[0], (typeof flying.kinds)[0]]
const { schema } = ship
/** Turned by a sixth of a turn about x: half is w, the greatest part; x is next. */
const TURNED = { x: 0.5, y: 0, z: 0, w: Math.sqrt(0.75) }
/** Of 64 values the 32nd is 0. 0.5 is 0.5 / sqrt(2) * 63, rounded down, above it. */
const AT_X = 32 + 22

const base = { x: 25, speed: 10, heading: (250 - 256) * (Math.PI / 128), height: 40 }
const before = { ...base, heading: (240 - 256) * (Math.PI / 128), height: 38 }

/** A flag alone, written as the other value, and a teleport. */
const blinking: Change = {
  slot: 2,
  kind: lamp,
  base: record(lamp.schema, { lit: true }, 7),
  now: record(lamp.schema, { lit: false }, 0),
}

/** All common columns, and nothing else. */
const cruising: Change = {
  slot: 3,
  kind: ship,
  base: record(schema, base),
  before: record(schema, before),
  now: record(schema, {
    x: 25.75,
    speed: 12,
    heading: 2 * (Math.PI / 128),
    height: 45,
    turn: TURNED,
  }),
  elapsed: 384,
  span: 768,
}

/** Columns that are not common. The text is another text, so its number is too. */
const renamed: Change = {
  slot: 300,
  kind: ship,
  distance: 9,
  base: record(schema, { ...base, target: 0x020304 }),
  now: record(schema, { ...base, x: 100, lit: true, face: 'up', name: 'né', target: null }, 1),
}
renamed.now.row[schema.columns.findIndex((c) => c.name === 'name')]!++

/** Two extra states and an extrapolation code. */
const landing: Change = {
  slot: 301,
  kind: ship,
  base: record(schema, base),
  before: record(schema, before),
  now: record(schema, { ...base, x: 26, speed: 0, height: 0, lit: true }),
  elapsed: 640,
  span: 256,
  codes: [1, 14],
  extras: [
    [2, record(schema, { ...base, x: 25.25, speed: -4, height: 2 })],
    [1, record(schema, { ...base, x: 26, speed: 0, height: 2 })],
  ],
}

/** In the order of their slots. */
export const changes: readonly Change[] = [blinking, cruising, renamed, landing]

/** The records above, without tables. */
export const packedChanges: Golden = {
  hex: '882538008084c131000f9da883fd3f960a704f0700000008c021d029dca1d7828001000088040c',
  parts: [
    ['some tables are newer', '0'],
    ['count of changed entities', small(4)],
    ['g: what the writer takes for such distances', u(6, 4)],
    ['some have a distance of their own', '1'],
    ['slot 2', rice(2, 6, 16)],
    ['- has a distance of its own', '0'],
    ['- other columns than the common ones', '1'],
    ['- lit, teleports', '11'],
    ['- tells of its movement', '0'],
    ['- lit is the other one: nothing', ''],
    ['- teleports', u(0, 3)],
    ['slot 3 is the next', rice(0, 6, 16)],
    ['- has a distance of its own', '0'],
    ['- other columns than the common ones', '0'],
    ['- speed: 84 becomes 88', told(4, 4, 9)],
    // From 20 to 24 in a step and a half: (384 * 20 + 4 * (384 + 256) / 2) * 0.5 / (256 * 30 * 0.25) is 2 and a third.
    ['- x: 100, 102 expected, is 103', told(1, 4, 10)],
    // 10 in 768 subticks: 5 more in 384, which is 255; 2 is 3 further round.
    ['- heading: 250, 255 expected, is 2', told(3, 4, 9)],
    ['- height: 40, 41 expected, is 45', told(4, 4, 7)],
    ['- turn: the three parts', told(AT_X - 32, 4, 7) + told(0, 4, 7) + told(0, 4, 7)],
    ['slot 300 is 296 further than the next', rice(296, 6, 16)],
    ['- has a distance of its own', '1'],
    ['- distance', u(9, 7)],
    ['- other columns than the common ones', '1'],
    ['- speed not, x, heading not', '010'],
    ['- lit, face, name', '111'],
    ['- height, turn not', '00000'],
    ['- target, teleports', '11'],
    ['- tells of its movement', '0'],
    ['- x: 100, as its speed in no time, is 400: too far for ones', told(300, 4, 10)],
    ['- face', u(2, 2)],
    ['- name', chars('né', 8)],
    ['- target: none', u(0, 24)],
    ['- teleports', u(1, 3)],
    ['slot 301 is the next', rice(0, 6, 16)],
    ['- has a distance of its own', '0'],
    ['- other columns than the common ones', '1'],
    ['- speed, x', '11'],
    ['- heading, lit, face, name not', '0000'],
    ['- height', '1'],
    ['- turn, target, teleports not', '000000'],
    ['- tells of its movement', '1'],
    ['- extrapolation code', u(14, 5)],
    ['- count of extra states', u(2, 2)],
    ['- steps back: 2', u(2, 6)],
    ['- speed: 84 becomes 56', told(-28, 4, 9)],
    // 640 less 2 steps are 128: (128 * 20 - 28 * (128 + 256) / 2) / 3840 is -0.73.
    ['- x: 100, 99 expected, is 101', told(2, 4, 10)],
    // 2 in 256: 1 in 128.
    ['- height: 40, 41 expected, is 2', told(-39, 4, 7)],
    ['- other columns than the common ones', '0'],
    ['- steps back: 1', u(1, 6)],
    ['- speed: 56 becomes 64', told(8, 4, 9)],
    ['- x: 101 becomes 104', told(3, 4, 10)],
    ['- heading, height, turn as before', told(0, 4, 9) + told(0, 4, 7) + told(0, 4, 7).repeat(3)],
    ['- other columns than the common ones', '1'],
    ['- speed, x, heading not', '000'],
    ['- lit', '1'],
    ['- face, name not', '00'],
    ['- height', '1'],
    ['- turn, target, teleports not', '000000'],
    ['- lit is the other one: nothing', ''],
    ['- height: 2 becomes 0', told(-2, 4, 7)],
  ],
}

/** In the second list everything is common except what a lamp is; `k` differs. */
export const packedTables: Golden = {
  hex: '776000c21883008307',
  parts: [
    ['some tables are newer', '1'],
    ['- that of lamps', '1'],
    ['- - lit is common', '1'],
    ['- - teleports not', '0'],
    ['- that of ships', '1'],
    ['- - speed is common', `1${u(1, 4)}`],
    ['- - x is not', `0${u(12, 4)}`],
    ['- - heading is not', `0${u(0, 4)}`],
    ['- - lit, face, name not', '000'],
    ['- - height is not', `0${u(2, 4)}`],
    ['- - which part of turn is greatest: not', '0'],
    ['- - the others are not', `0${u(3, 4)}`.repeat(3)],
    ['- - target, teleports not', '00'],
    ['count of changed entities', small(2)],
    ['g: what the writer takes for such distances', u(0, 4)],
    ['some have a distance of their own', '0'],
    ['slot 2', rice(2, 0, 16)],
    ['- other columns than the common ones', '0'],
    ['- lit', '0'],
    ['slot 3 is the next', rice(0, 0, 16)],
    ['- other columns than the common ones', '0'],
    ['- speed: 84 becomes 88', told(4, 1, 9)],
  ],
}

/** The fields of the second list. */
export const tabled: readonly Change[] = [
  {
    ...blinking,
    base: record(lamp.schema, { lit: true }),
    now: record(lamp.schema, { lit: false }),
  },
  { ...cruising, base: record(schema, base), now: record(schema, { ...base, speed: 12 }) },
]

/** All goldens by name. */
export const packedGoldens: Readonly<Record<string, Golden>> = { packedChanges, packedTables }
