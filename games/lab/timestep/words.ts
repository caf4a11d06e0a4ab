import { LONGEST_SAFE_SECONDS } from './ball.ts'
import { type LaneName, mostSteps, OVERLOAD } from './lane.ts'
import { UNEVEN } from './refreshes.ts'
import type { TimestepSettings } from './settings.ts'
import { longestStableSeconds } from './spring.ts'

/** The heading of each lane. */
export const TITLES: { readonly [L in LaneName]: string } = {
  variable: 'Variable steps',
  'semi-fixed': 'Semi-fixed steps',
  newest: 'Fixed steps, raw',
  blended: 'Fixed steps, blended',
}

/** What the loop does, in a few words. */
export const SUBTITLES: { readonly [L in LaneName]: string } = {
  variable: 'one step per frame, as long as the frame',
  'semi-fixed': 'the frame in steps of a limited length',
  newest: 'all steps that are due, the newest shown',
  blended: 'the same, but limited and interpolated',
}

/** Returns one sentence that says what to see in a lane. */
export function whatToSee(lane: LaneName, settings: TimestepSettings): string {
  return SENTENCES[lane](settings)
}

const ms = (seconds: number): string => `${Number((seconds * 1000).toPrecision(2))}\u00a0ms`

/** The longest frame, in seconds of simulated time, if each runs at most one step. */
function longestFrame(settings: TimestepSettings): number {
  const { refreshHz, stepHz, isUneven, isOverloaded, timeScale } = settings
  const refreshes = isOverloaded ? Math.ceil((OVERLOAD * refreshHz) / stepHz) : 1
  return ((isUneven ? 1 + UNEVEN : 1) * refreshes * timeScale) / refreshHz
}

/** What steps of up to this length break, or '' if they break nothing. `areEqual`: all of them have this length. */
function broken(seconds: number, areEqual: boolean, { stiffness }: TimestepSettings): string {
  const stable = longestStableSeconds(stiffness)
  const parts: string[] = []
  if (seconds > stable)
    parts.push(`the spring ${areEqual ? 'explodes' : 'can explode'} (its limit is ${ms(stable)})`)
  if (seconds > LONGEST_SAFE_SECONDS)
    parts.push(`the ball can fly through the wall (its limit is ${ms(LONGEST_SAFE_SECONDS)})`)
  return parts.join(', and ')
}

const SENTENCES: { readonly [L in LaneName]: (settings: TimestepSettings) => string } = {
  variable: (settings) => {
    const seconds = longestFrame(settings)
    const damage = broken(seconds, !settings.isUneven, settings)
    if (damage !== '') return `With steps of up to ${ms(seconds)}, ${damage}.`
    if (settings.isOverloaded)
      return 'Frames take longer, but there is only one step in each, so the loop keeps up.'
    return `Frames of ${ms(seconds)} are short enough here, so nothing breaks on this display.`
  },
  'semi-fixed': (settings) => {
    const seconds = Math.min(1 / settings.stepHz, longestFrame(settings))
    const damage = broken(seconds, false, settings)
    if (damage !== '') return `Even with steps of at most ${ms(seconds)}, ${damage}.`
    if (settings.isOverloaded)
      return 'Long frames need more steps, which make frames longer still, up to the limit of 250\u00a0ms.'
    return `No step is longer than ${ms(seconds)}, so nothing breaks, but the energy depends on the refresh rate.`
  },
  newest: (settings) => {
    const { stepHz, isOverloaded } = settings
    const damage = broken(1 / stepHz, true, settings)
    if (damage !== '') return `With steps of ${ms(1 / stepHz)}, ${damage} at any refresh rate.`
    if (isOverloaded)
      return 'Each frame has more steps to run than the last: this is the spiral of death.'
    return stepsPerFrame(settings)
  },
  blended: (settings) => {
    const { stepHz, isOverloaded, timeScale } = settings
    const damage = broken(1 / stepHz, true, settings)
    if (damage !== '') return `Blending repairs no step: with ${ms(1 / stepHz)}, ${damage}.`
    if (isOverloaded)
      return `No frame runs more than ${mostSteps(settings)} steps, so the loop loses time instead of stopping.`
    if (timeScale < 1)
      return 'Between two steps, the picture still moves in each frame, so slow motion has no jumps.'
    return `The picture is between the last two steps, so it moves evenly, ${ms(1 / stepHz)} late.`
  },
}

/** What a frame of the lane `newest` shows when all is well. */
function stepsPerFrame({ refreshHz, stepHz, isUneven, timeScale }: TimestepSettings): string {
  const steps = (stepHz * timeScale) / refreshHz
  const whole = Math.round(steps)
  const isWhole = whole > 0 && Math.abs(steps - whole) < 1e-9
  if (isWhole && !isUneven)
    return `${whole === 1 ? 'One step fits' : `${whole} steps fit`} each frame exactly, so the ball moves evenly, by luck.`
  if (steps < 1 / 1.05) {
    const frames = Number((1 / steps).toPrecision(2))
    return `A new step comes only every ${frames} frames, so the ball jumps and then stands still.`
  }
  if (steps < 1) return 'Now and then a frame gets no new step, so the ball stutters.'
  if (isUneven) return 'Some frames get more steps than others, so the ball stutters.'
  return `Frames get ${Math.floor(steps)} or ${Math.ceil(steps)} steps, so the ball stutters.`
}
