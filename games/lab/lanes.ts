import {
  FixedDelay,
  intervalsToDelayMs,
  Latest,
  LeastCostDelay,
  PhaseLockedDelay,
  StepwiseDelay,
} from 'glissade/parts'
import {
  glissade,
  glissadeAlone,
  type MotionContender,
  type PlayoutContenderOptions,
  playoutContender,
} from 'glissade/score'
import type { LaneChapter } from './chapters.ts'
import { reckonedContender } from './contenders/reckoned.ts'
import { smoothedContender } from './contenders/smoothed.ts'
import type { Settings } from './settings.ts'

/** One way to show the packets: a lane of the page. */
export interface Lane {
  /** Its name in the page's tests and in figures. */
  readonly name: string
  readonly title: string
  /** What to see, in one sentence. */
  readonly see: string
  readonly colour: string
  /** The engine's parts that the lane is made of. */
  readonly contender: (settings: Settings) => MotionContender
}

const COLOURS = ['#ff9d85', '#ffd27a', '#c99bff', '#8fb4ff', '#8ee6b0', '#ff9ecb']

/** Cubics with the sent velocities, and nothing beyond the newest state. */
const PLAIN: PlayoutContenderOptions = { curve: 'sent', extrapolateMs: 0 }

type Row = readonly [string, string, string, (settings: Settings) => MotionContender]

const WHEN: readonly Row[] = [
  [
    'snap',
    'Snap to the newest',
    'It is the nearest to the truth, but it stands still until the next state comes, and then jumps.',
    () => playoutContender('snap', () => new Latest(), PLAIN),
  ],
  [
    'fixed',
    'A fixed delay',
    'It glides as long as packets come within the delay, and freezes when one comes later.',
    ({ delayMs }) => playoutContender('fixed', () => new FixedDelay(delayMs), PLAIN),
  ],
  [
    'log',
    'A phase-locked loop + 200 ms',
    'A phase-locked loop finds the mean arrival, and 200 ms cover all jitter: smooth, and far behind.',
    () => playoutContender('log', () => new PhaseLockedDelay(), PLAIN),
  ],
  [
    'stepwise',
    'Step-wise',
    'The delay grows by 5 ms in a frame without a state ahead, and shrinks by 1 ms in one with plenty.',
    () => playoutContender('stepwise', () => new StepwiseDelay(), PLAIN),
  ],
  [
    'least-cost',
    'Least cost',
    'It finds the delay that would have cost least lately, and runs a little faster or slower to get there.',
    () => playoutContender('least-cost', () => new LeastCostDelay({ extrapolateMs: 0 }), PLAIN),
  ],
  [
    'foresight',
    'Least cost + foresight',
    'The game’s own rules continue the movement past the newest state: hardly any delay is left.',
    () => glissade,
  ],
]

const WHERE: readonly Row[] = [
  [
    'linear',
    'Straight lines',
    'It cuts every corner: it turns in mid-air, and leaves the ground before the figure jumps.',
    (settings) => fixedCurve('linear', settings),
  ],
  [
    'hermite',
    'Hermite curves',
    'It computes its slopes from the places around, and can only guess how the figure moved.',
    (settings) => fixedCurve('hermite', settings),
  ],
  [
    'sent',
    'Hermite, sent velocities',
    'With the velocities in the packets, the curve nearly always follows the true path.',
    (settings) => fixedCurve('sent', settings),
  ],
  [
    'curve',
    'Extrapolated curve',
    'It runs on along its curve past the newest state, and is wrong when the figure turns or lands.',
    () => glissadeAlone,
  ],
  [
    'foresight',
    'Foresight',
    'It runs on by the rules of the game, which know gravity and the ground, but not the next key.',
    () => glissade,
  ],
  [
    'reckoned',
    'Dead reckoning',
    'The server sends only what the estimate gets wrong by 6 units, so each packet bends the path.',
    () => reckonedContender('reckoned'),
  ],
]

const SMOOTH: readonly Row[] = [
  [
    'snap',
    'Nothing smoothed',
    'Every packet is a jump: the other lanes have to work with these.',
    () => smoothedContender('snap', 'newest', 1),
  ],
  [
    'alone',
    'Smoothing factor alone',
    'It glides towards the newest state: fast after a packet, then ever slower, and always behind.',
    ({ factor }) => smoothedContender('alone', 'newest', factor),
  ],
  [
    'auto-alone',
    'Self-adjusting, alone',
    'Its factor shrinks while jumps are the larger error, and grows while the lag is.',
    () => smoothedContender('auto-alone', 'newest', 'auto'),
  ],
  [
    'interpolated',
    'Interpolation alone',
    'Straight lines, a fixed delay in the past: only the corners are hard, and late packets freeze it.',
    ({ delayMs }) => smoothedContender('interpolated', 'interpolated', 1, delayMs),
  ],
  [
    'on-top',
    'Smoothing on top',
    'The factor rounds the corners off, and adds its lag to the delay.',
    ({ factor, delayMs }) => smoothedContender('on-top', 'interpolated', factor, delayMs),
  ],
  [
    'auto-on-top',
    'Self-adjusting, on top',
    'It finds that the picture is smooth already, and raises its factor until the lag is gone.',
    ({ delayMs }) => smoothedContender('auto-on-top', 'interpolated', 'auto', delayMs),
  ],
]

/** The lanes of each chapter. */
export const LANES: { readonly [C in LaneChapter]: readonly Lane[] } = {
  when: lanes(WHEN),
  where: lanes(WHERE),
  smooth: lanes(SMOOTH),
}

function lanes(rows: readonly Row[]): Lane[] {
  return rows.map(([name, title, see, contender], i) => ({
    name,
    title,
    see,
    colour: COLOURS[i]!,
    contender,
  }))
}

/** A curve between states, late enough for two states to be there unless one is lost or very late. */
function fixedCurve(curve: 'linear' | 'hermite' | 'sent', settings: Settings): MotionContender {
  const delayMs = Math.max(settings.delayMs, intervalsToDelayMs(settings.sendHz))
  return playoutContender(curve, () => new FixedDelay(delayMs), { curve, extrapolateMs: 0 })
}
