import { misuse } from '../../base/settings.ts'
import { FixedDelay } from '../../clock/fixed-delay.ts'
import { PhaseLockedDelay } from '../../clock/phase-locked-delay.ts'
import { intervalsToDelayMs } from '../../clock/playout.ts'
import { StepwiseDelay } from '../../clock/stepwise-delay.ts'
import type { MotionContender } from '../score/player.ts'
import { MirrorRule } from './mirror-rule.ts'
import { NetcodeForEntitiesRule } from './netcode-for-entities-rule.ts'
import { NetEqRule } from './neteq-rule.ts'
import { NewestRule } from './newest-rule.ts'
import { Quake3Rule } from './quake3-rule.ts'
import { playoutRule, ruleContender } from './rule-contender.ts'

/** The newest state, the moment it is there. */
export const snap: MotionContender = /* @__PURE__ */ ruleContender(
  'snap',
  'the newest state at once, standing still in between',
  () => new NewestRule(),
)

/** A fixed delay of two send intervals behind the fastest arrival, straight lines: the rule of thumb. */
export const fixed2: MotionContender = /* @__PURE__ */ fixedContender('fixed-2T', 2)

/** A fixed delay of three send intervals: Glenn Fiedler's choice, and "plain linear at 3 intervals". */
export const fixed3: MotionContender = /* @__PURE__ */ fixedContender('fixed-3T', 3)

/** The clock of "Multiplayer Platformer Log #5" and its buffer of 200 ms, straight lines. */
export const log200: MotionContender = /* @__PURE__ */ ruleContender(
  'log-200',
  "the log's phase-locked loop less 200 ms, linear, standing still when dry",
  (scene) => playoutRule(new PhaseLockedDelay(), scene),
)

/** The delay in small steps: 5 ms up for a dry frame, 1 ms down for one with plenty; straight lines. */
export const stepwise: MotionContender = /* @__PURE__ */ ruleContender(
  'stepwise',
  'a delay of 50 to 200 ms, +5 ms in a dry frame, -1 ms with plenty, linear',
  (scene) => playoutRule(new StepwiseDelay(), scene),
)

/** See `Quake3Rule`. */
export const quake3Like: MotionContender = /* @__PURE__ */ ruleContender(
  'quake3-like',
  '+1 ms a snapshot, -2 ms after running within 5 ms of the newest, linear',
  () => new Quake3Rule(),
)

/** See `MirrorRule`. */
export const mirrorLike: MotionContender = /* @__PURE__ */ ruleContender(
  'mirror-like',
  'a buffer of 2 intervals and the deviation of deliveries, 2 % fast or 4 % slow, linear',
  (scene) => new MirrorRule(scene),
)

/** See `NetcodeForEntitiesRule`. */
export const netcodeForEntitiesLike: MotionContender = /* @__PURE__ */ ruleContender(
  'netcode-for-entities-like',
  '2 to 6 intervals by the spacing of snapshots, 0.85x to 1.1x, linear',
  (scene) => new NetcodeForEntitiesRule(scene),
)

/** See `NetEqRule`; with cubics. */
export const netEqLike: MotionContender = /* @__PURE__ */ ruleContender(
  'neteq-like',
  'the 95 % quantile of relative delays, 10 % fast or slow, Hermite, waits when dry',
  (scene) => new NetEqRule(scene),
  { curve: 'hermite' },
)

/**
 * The control: the oldest rule with the newest curve. `Quake3Rule`, cubics with sent velocities, carried on for 100 ms
 * at constant velocity; what turns out wrong dies away with a time constant of 80 ms.
 */
export const control: MotionContender = /* @__PURE__ */ ruleContender(
  'quake3-like + hermite + 100 ms',
  'the control: +1 / -2 ms, Hermite, carried on for 100 ms, corrections fade over 80 ms',
  () => new Quake3Rule(),
  { curve: 'hermite', extrapolateMs: 100, easeMs: 80 },
)

/** All opponents, the simplest first and the control last. */
export const opponents: readonly MotionContender[] = [
  snap,
  fixed2,
  fixed3,
  log200,
  stepwise,
  quake3Like,
  mirrorLike,
  netcodeForEntitiesLike,
  netEqLike,
  control,
]

/** The opponent called `name`. Throws `misuse`, with all names, when there is none. */
export function opponentOf(name: string): MotionContender {
  const found = opponents.find((opponent) => opponent.name === name)
  return found ?? misuse('opponent', name, `one of ${opponents.map((one) => one.name).join(', ')}`)
}

function fixedContender(name: string, intervals: number): MotionContender {
  const about = `${intervals} send intervals behind the fastest arrival, linear, standing still when dry`
  return ruleContender(name, about, (scene) =>
    playoutRule(new FixedDelay(intervalsToDelayMs(scene.sendHz, intervals)), scene),
  )
}
