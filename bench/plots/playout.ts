import { Random } from 'glissade'
import {
  FixedDelay,
  HORIZONS_MS,
  Latest,
  LeastCostDelay,
  PhaseLockedDelay,
  type Playout,
  StepwiseDelay,
  TimeShift,
} from 'glissade/parts'
import { drawChart, type Point } from '../plot/chart.ts'

const END_MS = 40_000
const STALL_FROM_MS = 12_000
const STALL_TO_MS = 12_500
const SLOWER_MS = 22_000

/** How far behind the server each playout shows others, on a path with loss, a stall, and a change of route. */
export function playoutPlot(): string {
  return drawChart({
    title: 'How far in the past each playout shows others, at 20 Hz and 5 % loss',
    x: { label: 'time (s)', from: 0, to: END_MS / 1000, every: 5 },
    y: { label: 'behind the server (ms)', from: 0, to: 400, every: 100 },
    stretches: [
      { from: STALL_FROM_MS / 1000, to: STALL_TO_MS / 1000, label: 'stall' },
      { from: SLOWER_MS / 1000, to: SLOWER_MS / 1000, label: 'the route becomes 80 ms slower' },
    ],
    series: [
      { name: 'Latest', points: behind(new Latest()), colour: 'muted' },
      { name: 'PhaseLockedDelay', points: behind(new PhaseLockedDelay()), colour: 'purple' },
      { name: 'StepwiseDelay', points: behind(new StepwiseDelay()), colour: 'orange' },
      { name: 'TimeShift', points: behind(new TimeShift()), colour: 'green' },
      { name: 'FixedDelay', points: behind(new FixedDelay()), colour: 'teal' },
      { name: 'LeastCostDelay', points: behind(new LeastCostDelay()), colour: 'blue' },
      {
        name: 'LeastCostDelay, of what moves most evenly',
        points: behind(new LeastCostDelay(), HORIZONS_MS.length - 1),
        colour: 'blue',
        dashed: true,
      },
    ],
  })
}

function behind(playout: Playout, extrapolationCode = 0): Point[] {
  const packets = journey()
  const points: Point[] = []
  playout.begin(50)
  for (let frame = 0, next = 0; (frame * 1000) / 60 <= END_MS; frame++) {
    const nowMs = (frame * 1000) / 60
    for (; next < packets.length && packets[next]!.arrivedAtMs <= nowMs; next++)
      playout.arrived(packets[next]!.stampMs, packets[next]!.arrivedAtMs)
    const shownMs = playout.advance(nowMs) + (playout.leadsMs?.[extrapolationCode] ?? 0)
    points.push([nowMs / 1000, nowMs - shownMs])
  }
  return points
}

/** Stamps and arrivals, on one clock, in order of arrival. */
function journey(): { readonly stampMs: number; readonly arrivedAtMs: number }[] {
  const random = new Random(7)
  const packets: { stampMs: number; arrivedAtMs: number }[] = []
  for (let stampMs = 0; stampMs < END_MS; stampMs += 50) {
    const jitterMs = random.between(0, 15)
    const isLost = random.next() < 0.05
    const pathMs = stampMs < SLOWER_MS ? 40 : 120
    const leftMs = stampMs >= STALL_FROM_MS && stampMs < STALL_TO_MS ? STALL_TO_MS : stampMs
    if (!isLost) packets.push({ stampMs, arrivedAtMs: leftMs + pathMs + jitterMs })
  }
  return packets.sort((a, b) => a.arrivedAtMs - b.arrivedAtMs)
}
