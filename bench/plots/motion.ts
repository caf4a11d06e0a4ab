import { hermiteCurve } from 'glissade'
import { DeadReckoning, SmoothingFactor, Track, type TrackOptions } from 'glissade/parts'
import { drawChart, type Point } from '../plot/chart.ts'

/** A ball under gravity that loses a little of its speed when it lands. */
const GRAVITY = 2400
const INTERVAL_MS = 100
const DELAY_MS = 200
const END_MS = 1200
const FRAME_MS = 4

/** A bouncing ball known every 100 ms: what each way of showing it makes of a landing. */
export function motionPlot(): string {
  const linear = interpolated(['linear', 'step'])
  return drawChart({
    title: 'A bouncing ball, sent 10 times a second',
    x: { label: 'time of the ball (s)', from: 0.2, to: 1.2, every: 0.2 },
    y: { label: 'height (px)', from: -20, to: 180, every: 20 },
    series: [
      { name: 'truth', points: truth(2), colour: 'muted' },
      { name: 'linear', points: linear, colour: 'orange' },
      { name: 'hermite', points: interpolated([hermiteCurve(1), 'step']), colour: 'blue' },
      { name: 'linear + smoothing', points: smoothed(linear), colour: 'green' },
      { name: 'dead reckoning', points: reckoned(), colour: 'purple', dashed: true },
      { name: 'sent', points: truth(INTERVAL_MS), look: 'dots', colour: 'muted' },
    ],
  })
}

function truth(everyMs: number): Point[] {
  return times(everyMs).map((ms) => [ms / 1000, ball(ms).y])
}

function interpolated(curves: TrackOptions['curves']): Point[] {
  const track = new Track({ curves })
  const out = new Float64Array(curves.length)
  let sentMs = 0
  return times(FRAME_MS).map((ms): Point => {
    for (; sentMs <= ms + DELAY_MS; sentMs += INTERVAL_MS) {
      const { y, vy } = ball(sentMs)
      track.push(sentMs, [y, vy])
    }
    track.sample(ms, out)
    return [ms / 1000, out[0]!]
  })
}

function smoothed(points: readonly Point[]): Point[] {
  const smoothing = new SmoothingFactor({ curves: ['linear'], factor: 0.2 })
  const out = new Float64Array(1)
  return points.map(([seconds, y]): Point => {
    smoothing.follow([y], FRAME_MS / 1000, out)
    return [seconds, out[0]!]
  })
}

/** The sender looks at the ball 60 times a second and speaks only when the estimate is off by 8 px. */
function reckoned(): Point[] {
  const options = { curves: [hermiteCurve(1), 'linear'], thresholdUnits: 8 } as const
  const [sender, receiver] = [new DeadReckoning(options), new DeadReckoning(options)]
  const out = new Float64Array(2)
  let sentMs = 0
  return times(FRAME_MS).map((ms): Point => {
    for (; sentMs <= ms; sentMs += 1000 / 60) {
      const { y, vy } = ball(sentMs)
      if (sender.shouldSend(sentMs, [y, vy])) receiver.received(sentMs, [y, vy])
    }
    receiver.estimate(ms, out)
    return [ms / 1000, out[0]!]
  })
}

function times(everyMs: number): number[] {
  return Array.from({ length: END_MS / everyMs + 1 }, (_, i) => i * everyMs)
}

/** Exactly, from bounce to bounce. */
function ball(timeMs: number): { y: number; vy: number } {
  let seconds = timeMs / 1000
  let speed = 880
  for (; seconds > (2 * speed) / GRAVITY; speed *= 0.85) seconds -= (2 * speed) / GRAVITY
  return { y: speed * seconds - (GRAVITY * seconds * seconds) / 2, vy: speed - GRAVITY * seconds }
}
