import { FixedDelay } from '../../time/playout/fixed-delay.ts'
import { Latest } from '../../time/playout/latest.ts'
import { PhaseLockedDelay } from '../../time/playout/phase-locked-delay.ts'
import { intervalsToDelayMs } from '../../time/playout/playout.ts'
import { StepwiseDelay } from '../../time/playout/stepwise-delay.ts'
import type { MotionContender } from '../measures/player.ts'
import { MirrorRule } from './mirror-rule.ts'
import { NetcodeForEntitiesRule } from './netcode-for-entities-rule.ts'
import { NetEqRule } from './neteq-rule.ts'
import { Quake3Rule } from './quake3-rule.ts'
import { playoutRule, ruleContender } from './rule-contender.ts'

/**
 * All opponents, the simplest first: the newest state; the rule of thumb, and Glenn Fiedler's choice; the clock and buffer of
 * "Multiplayer Platformer Log #5"; small steps; the rules of engines. The last one is the control: the oldest engine rule with
 * the newest curve.
 */
export const opponents: readonly MotionContender[] = /* @__PURE__ */ makeOpponents()

function makeOpponents(): MotionContender[] {
  return [
    ruleContender('snap', 'the newest state at once, standing still in between', (scene) =>
      playoutRule(new Latest(), scene),
    ),
    fixedContender('fixed-2T', 2),
    fixedContender('fixed-3T', 3),
    ruleContender(
      'log-200',
      "the log's phase-locked loop less 200 ms, linear, standing still when data runs out",
      (scene) => playoutRule(new PhaseLockedDelay(), scene),
    ),
    ruleContender(
      'stepwise',
      'a delay of 50 to 200 ms, +5 ms in a frame without newer data, -1 ms with plenty, linear',
      (scene) => playoutRule(new StepwiseDelay(), scene),
    ),
    ruleContender(
      'quake3-like',
      '+1 ms a snapshot, -2 ms after running within 5 ms of the newest, linear',
      () => new Quake3Rule(),
    ),
    ruleContender(
      'mirror-like',
      'a buffer of 2 intervals and the deviation of deliveries, 2 % fast or 4 % slow, linear',
      (scene) => new MirrorRule(scene),
    ),
    ruleContender(
      'netcode-for-entities-like',
      '2 to 6 intervals by the spacing of snapshots, 0.85x to 1.1x, linear',
      (scene) => new NetcodeForEntitiesRule(scene),
    ),
    ruleContender(
      'neteq-like',
      'the 95 % quantile of relative delays, 10 % fast or slow, Hermite, waits when data runs out',
      (scene) => new NetEqRule(scene),
      { curve: 'hermite' },
    ),
    ruleContender(
      'quake3-like + hermite + 100 ms',
      'the control: +1 / -2 ms, Hermite, extrapolated for 100 ms, corrections fade over 80 ms',
      () => new Quake3Rule(),
      { curve: 'hermite', extrapolateMs: 100, easeMs: 80 },
    ),
  ]
}

/** Makes a contender with a fixed delay of `intervals` send intervals behind the fastest arrival. */
function fixedContender(name: string, intervals: number): MotionContender {
  const about = `${intervals} send intervals behind the fastest arrival, linear, standing still when data runs out`
  return ruleContender(name, about, (scene) =>
    playoutRule(new FixedDelay(intervalsToDelayMs(scene.sendHz, intervals)), scene),
  )
}
