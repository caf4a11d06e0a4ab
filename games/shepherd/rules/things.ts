import {
  fields,
  flag,
  hermiteCurve,
  hidden,
  type Infer,
  int,
  number,
  once,
  oneOf,
  own,
  text,
  told,
} from 'glissade'
import { HEIGHT, WIDTH } from './meadow.ts'

/** The place of a predicted body. Others get it on a grid of a quarter. */
const fineX = number({ max: WIDTH, step: 1 / 16, coarse: 1 / 4, curve: hermiteCurve() })
const fineY = number({ max: HEIGHT, step: 1 / 16, coarse: 1 / 4, curve: hermiteCurve() })
const placeX = number({ max: WIDTH, step: 1 / 4, curve: hermiteCurve() })
const placeY = number({ max: HEIGHT, step: 1 / 4, curve: hermiteCurve() })
const spotX = number({ max: WIDTH, step: 1 })
const spotY = number({ max: HEIGHT, step: 1 })
const playerId = int({ min: 0, max: 65_535 })
/** The number of the bot whose body this is; 0 for a player's. Pages tell a bot by its name. */
const botNumber = hidden(int({ max: 7 }))

/** A player's shepherd. Its place is that of its feet. Moved by `move.shepherd`. */
export const shepherd = fields({
  x: fineX,
  y: fineY,
  /** Sheep brought home in this round. */
  score: told(int({ max: 8191 })),
  name: once(text(16)),
  hue: once(int({ max: 359 })),
  bot: botNumber,
})

/** A shepherd's dog, of the same owner. It runs where the input says, as fast as a dog can. Moved by `move.dog`. */
export const dog = fields({
  x: fineX,
  y: fineY,
  /** Units per second. */
  vx: number({ min: -512, max: 512, step: 1 / 4, coarse: 8, curve: 'step' }),
  vy: number({ min: -512, max: 512, step: 1 / 4, coarse: 8, curve: 'step' }),
  hue: once(int({ max: 359 })),
  /** How long until it can bark again. */
  restMs: own(number({ max: 2048, step: 1 / 4 })),
  bot: botNumber,
})

/** Where a spectator looks. Others do not need it. Moved by `move.eye`. */
export const eye = fields({
  x: own(number({ max: WIDTH, step: 1 / 4 })),
  y: own(number({ max: HEIGHT, step: 1 / 4 })),
})

/** A sheep. Its place is that of its feet. Pictures see by its movement which way it looks and whether it walks. */
export const sheep = fields({
  x: placeX,
  y: placeY,
  /** `home`: in a pen, and counted. */
  mood: oneOf('calm', 'wary', 'panic', 'home'),
  /** How it looks: a number for the picture. */
  look: once(int({ max: 15 })),
})

/** A wolf, out at night. */
export const wolf = fields({
  x: placeX,
  y: placeY,
  mood: oneOf('prowl', 'hunt', 'flee', 'eat'),
})

/** A pen and how many sheep are in it. */
export const pen = fields({
  /** Its number in `PENS`. */
  index: once(int({ max: 15 })),
  count: int({ max: 8191 }),
})

/** What the room as a whole is doing: one entity of this kind. */
export const round = fields({
  phase: oneOf('herd', 'over'),
  secondsLeft: int({ max: 1023 }),
  /** How dark it is: 0 by day, 255 in the middle of the night. */
  night: int({ max: 255 }),
  /** Sheep at the start, brought home so far, and lost to wolves. */
  flock: int({ max: 8191 }),
  home: int({ max: 8191 }),
  lost: int({ max: 8191 }),
  /** When the round is over: the winner's name, as displayed, and player number; 0 for nobody, and for a bot. */
  winner: text(16),
  winnerHue: int({ max: 359 }),
  winnerId: playerId,
  /** The step in which the phase ends. */
  endsAt: hidden(int({ max: 2 ** 31 - 2 })),
  /** Whether wolves are out. It is hidden because pictures need only the darkness, not because it is a secret. */
  wolvesOut: hidden(flag()),
})

/** A dog barks there. Raised in `move.dog`. */
export const barked = fields({ x: spotX, y: spotY })
/** A sheep bleats there. */
export const bleat = fields({ x: spotX, y: spotY })
/** A wolf has caught a sheep there. */
export const caught = fields({ x: spotX, y: spotY })
/** A sheep has come home there. `by`: the player for whom it counts, 0 for nobody. */
export const homed = fields({ x: spotX, y: spotY, by: playerId })
/** Night falls, and wolves howl. */
export const howl = fields({ x: spotX, y: spotY })

export type Shepherd = Infer<typeof shepherd>
export type Dog = Infer<typeof dog>
export type Eye = Infer<typeof eye>
