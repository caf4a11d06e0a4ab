import { fields, hidden, int, number, once, oneOf, text } from 'glissade'
import { HEIGHT, WIDTH } from './level.ts'

const placeX = number({ max: WIDTH, step: 1 / 4 })
const placeY = number({ min: -256, max: HEIGHT + 128, step: 1 / 4 })

/** A platform that goes to and fro. It is a function of time alone, so only its number is sent. */
export const platform = fields({
  /** Its number in `PLATFORMS`. */
  index: once(int({ max: 14 })),
  /** The middle of its upper side. */
  x: number({ max: WIDTH }),
  y: number({ max: HEIGHT }),
})

/** A coin, which is gone when somebody has it. */
export const coin = fields({ x: once(placeX), y: once(placeY) })

/** What the room as a whole is doing: one entity of this kind. */
export const round = fields({
  phase: oneOf('run', 'won'),
  secondsLeft: int({ max: 255 }),
  /** How many coins there were at the start. */
  coins: int({ max: 255 }),
  /** Name and colour of the winner; '' while nobody has won, and when nobody had a coin. */
  winner: text(16),
  winnerHue: int({ max: 359 }),
  /** The winner's number, as `numberOf` has it, because two players may have one name; 0 for none. */
  winnerId: int({ max: 65_535 }),
  /** The step in which the phase ends. */
  endsAt: hidden(int({ max: 2 ** 31 - 2 })),
})

/** A puff of snow where feet leave or meet the ground, drawn once. Raised in `move`. */
export const puff = fields({
  x: number({ max: WIDTH, step: 1 }),
  y: number({ min: -256, max: HEIGHT + 128, step: 1 }),
  /** From a light step to a fall at full speed. */
  strength: int({ max: 7 }),
})

/** A player got onto spikes or fell out of the level, and starts again. Raised in `move`. */
export const ouch = fields({ x: placeX, y: placeY })

/** A snowball leaves a hand. Raised in `move`, which spawns the ball too. */
export const thrown = fields({ x: placeX, y: placeY })

/** A snowball has hit somebody, by the server's word. */
export const splat = fields({
  /** The feet of the one who was hit, as the thrower's page showed them. */
  x: placeX,
  y: placeY,
  vx: number({ min: -1024, max: 1024, step: 1 }),
  /** Numbers of pips, as `numberOf` has them. */
  thrower: int({ min: 0, max: 65_535 }),
  victim: int({ min: 0, max: 65_535 }),
})

/** Somebody has taken a coin, by the server's word. `by`: the number of the pip, as `numberOf` has it. */
export const collected = fields({ x: placeX, y: placeY, by: int({ min: 0, max: 65_535 }) })
