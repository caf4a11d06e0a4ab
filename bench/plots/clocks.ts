import { Random } from 'glissade'
import { PhaseLockedLoop, RoundTripClock } from 'glissade/parts'

import { drawChart, type Point } from '../plot/chart.ts'

const END_MS = 60_000
const INTERVAL_MS = 50
const ROUTE_MS = 20_000
/** One update in so many carries a round trip, as a ping each second would. */
const PING_EVERY = 20

/** Two clocks of the same server: what each says, less what is true, with jitter and a change of route. */
export function clocksPlot(): string {
  const { loop, roundTrip, arrivals } = run()
  return drawChart({
    title: 'Two estimates of the server clock, and how far behind it they are',
    x: { label: 'time (s)', from: 0, to: END_MS / 1000, every: 10 },
    y: { label: 'behind the server (ms)', from: -20, to: 220, every: 40 },
    stretches: [
      { from: ROUTE_MS / 1000, to: ROUTE_MS / 1000, label: 'the way down becomes 80 ms longer' },
    ],
    series: [
      { name: 'arrivals', points: arrivals, look: 'line', colour: 'muted' },
      { name: 'PhaseLockedLoop', points: loop, colour: 'purple' },
      { name: 'RoundTripClock', points: roundTrip, colour: 'blue' },
    ],
  })
}

function run(): { loop: Point[]; roundTrip: Point[]; arrivals: Point[] } {
  const random = new Random(3)
  const pll = new PhaseLockedLoop()
  const clock = new RoundTripClock()
  const [loop, roundTrip, arrivals]: [Point[], Point[], Point[]] = [[], [], []]
  pll.begin(INTERVAL_MS)
  clock.begin()
  for (let tick = 0; tick * INTERVAL_MS <= END_MS; tick++) {
    const serverMs = tick * INTERVAL_MS
    const downMs = (serverMs < ROUTE_MS ? 80 : 160) + random.between(0, 30)
    const upMs = 80 + random.between(0, 30)
    const nowMs = serverMs + downMs
    if (random.next() < 0.05) continue
    pll.updated(tick, nowMs)
    if (tick % PING_EVERY === 0) clock.sample(serverMs - upMs, serverMs, serverMs, nowMs)
    arrivals.push([serverMs / 1000, downMs])
    loop.push([nowMs / 1000, nowMs - pll.timeMs(nowMs)])
    roundTrip.push([nowMs / 1000, nowMs - clock.timeMs(nowMs)])
  }
  return { loop, roundTrip, arrivals }
}
