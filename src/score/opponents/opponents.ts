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
    ruleContender(
      'snap',
      'shows the newest state as soon as it arrives, and freezes until the next one arrives',
      (scene) => playoutRule(new Latest(), scene),
    ),
    fixedContender('fixed-2T', 2),
    fixedContender('fixed-3T', 3),
    ruleContender(
      'log-200',
      'stays 200 ms behind the phase-locked loop of "Multiplayer Platformer Log #5", interpolates linearly, and freezes when data runs out',
      (scene) => playoutRule(new PhaseLockedDelay(), scene),
    ),
    ruleContender(
      'stepwise',
      'has a delay of 50 to 200 ms, which grows by 5 ms in each frame without newer data and shrinks by 1 ms in each frame with plenty of newer data, and interpolates linearly',
      (scene) => playoutRule(new StepwiseDelay(), scene),
    ),
    ruleContender(
      'quake3-like',
      'moves its clock 1 ms forward with each snapshot, or 2 ms back if the clock has come within 5 ms of the newest snapshot, and interpolates linearly',
      () => new Quake3Rule(),
    ),
    ruleContender(
      'mirror-like',
      'buffers 2 intervals plus the standard deviation of the time between deliveries, runs 2 % fast or 4 % slow to keep this buffer, and interpolates linearly',
      (scene) => new MirrorRule(scene),
    ),
    ruleContender(
      'netcode-for-entities-like',
      'has a delay of 2 to 6 intervals that depends on the spacing of snapshots, runs at 0.85x to 1.1x to keep this delay, and interpolates linearly',
      (scene) => new NetcodeForEntitiesRule(scene),
    ),
    ruleContender(
      'neteq-like',
      'aims for the 95th percentile of relative delays, runs 10 % fast or slow to get there, uses Hermite curves, and freezes when data runs out',
      (scene) => new NetEqRule(scene),
      { curve: 'hermite' },
    ),
    ruleContender(
      'quake3-like + hermite + 100 ms',
      'is the control: it has the clock of quake3-like, Hermite curves, extrapolation for 100 ms, and corrections that fade over 80 ms',
      () => new Quake3Rule(),
      { curve: 'hermite', extrapolateMs: 100, easeMs: 80 },
    ),
  ]
}

/** Makes a contender with a fixed delay of `intervals` send intervals behind the fastest arrival. */
function fixedContender(name: string, intervals: number): MotionContender {
  const about = `stays ${intervals} send intervals behind the fastest arrival, interpolates linearly, and freezes when data runs out`
  return ruleContender(name, about, (scene) =>
    playoutRule(new FixedDelay(intervalsToDelayMs(scene.sendHz, intervals)), scene),
  )
}
