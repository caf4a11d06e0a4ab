import {
  angle,
  bits,
  flag,
  hermiteCurve,
  hidden,
  int,
  number,
  once,
  oneOf,
  own,
  press,
  quat,
  ref,
  text,
  told,
  vec2,
  vec3,
} from 'glissade'

/** How wide the place is, and how high. */
export const WIDTH = 800
const HEIGHT = 200
/** The places where lifts go to and fro. */
export const LIFTS = [150, 420, 650] as const

const x = number({ max: WIDTH, step: 1 / 64, coarse: 1 / 8, velocity: 'vx' })
const vx = number({ min: -256, max: 256, step: 1 / 4, coarse: 1 / 2, curve: 'step' })
const y = number({ min: -20, max: HEIGHT, step: 1 / 16 })

/** Somebody who walks, jumps, throws and rides on lifts. */
export const walker = {
  x,
  vx,
  y,
  vy: own(number({ min: -256, max: 256, step: 1 / 2, curve: 'step' })),
  aim: angle({ bits: 10 }),
  facing: oneOf('right', 'left', 'up'),
  isUp: flag(),
  /** The lift that it stands on: its place in `LIFTS` plus one; 0 for none. */
  lift: int({ max: 7 }),
  jumps: own(int({ max: 9999 })),
  mask: bits(4),
  cursor: vec2({ max: WIDTH, step: 1 / 2 }),
  lean: number({ min: -1, max: 1, step: 1 / 32, curve: (a, b, t) => a + (b - a) * t * t }),
  target: ref(),
  health: told(int({ max: 100 })),
  motto: told(text(10)),
  name: once(text(12)),
  hue: once(angle({ bits: 6 })),
  secret: hidden(int({ max: 999 })),
} as const

/** What a player does in a step: an input of every type that there is. */
export const input = {
  left: flag(),
  right: flag(),
  jump: press(),
  fire: press(),
  aim: angle({ bits: 8 }),
  point: vec2({ max: WIDTH, step: 1 }),
  pull: own(number({ min: -1, max: 1, step: 1 / 8 })),
  power: int({ max: 7 }),
  gait: oneOf('walk', 'run', 'sneak'),
  mask: bits(4),
} as const

/** What there is in the game, by name. */
export const kinds = {
  walker,
  pet: { x, vx, treats: own(int({ max: 99 })), mood: text(6), friend: once(ref()) },
  /** Its player owns it, and the room moves it. */
  banner: { x, vx, words: text(12), waves: own(int({ max: 9999 })), note: own(text(8)) },
  drone: {
    at: vec2({ max: WIDTH, step: 1 / 16, curve: hermiteCurve(), velocity: 'speed' }),
    speed: vec2({ min: -200, max: 200, step: 1 / 8 }),
    high: vec3({ min: -50, max: 50, step: 1 / 32 }),
    spin: quat({ bits: 9 }),
    dial: angle({ count: 360 }),
    free: number({ max: 30, step: 0.1 }),
    lamps: bits(5),
    target: ref(),
  },
  lift: { index: once(int({ max: 7 })), x: number({ max: WIDTH }), y: number({ max: HEIGHT }) },
  shot: { x, vx, y, by: once(ref()), flown: hidden(int({ max: 999 })) },
} as const

/** What happens in it, by name. */
export const events = {
  hop: { x: number({ max: WIDTH, step: 1 / 2 }), word: text(6) },
  fired: { at: vec2({ max: WIDTH, step: 1 / 4 }), aim: angle({ bits: 8 }), power: int({ max: 7 }) },
  bell: { turn: angle({ bits: 6 }), who: ref(), isLoud: flag() },
  hit: { how: oneOf('soft', 'hard'), mask: bits(3) },
} as const

/** What a player says on joining. */
export const profile = {
  name: text(12),
  level: int({ max: 9 }),
  hue: angle({ bits: 6 }),
  isRed: flag(),
} as const
