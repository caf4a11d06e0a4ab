import { FixedTimestep, Predictor } from 'glissade/parts'
import { drawChart, type Point } from '../plot/chart.ts'

const STEP_MS = 1000 / 30
const STEP_SECONDS = STEP_MS / 1000
const SPEED = 120
/** The server's answer to an input comes so many steps after it. */
const LATE_STEPS = 6
/** In this step the server does what the client cannot know of. */
const SHOVE_STEP = 14
const SHOVE = -30

/** A runner whom somebody shoves back on the server: what is simulated here, and what is drawn of it. */
export function predictionPlot(): string {
  const { predicted, shown } = run()
  const knownSeconds = (SHOVE_STEP + LATE_STEPS) * STEP_SECONDS
  return drawChart({
    title: 'The own player, shoved back 30 px on the server: simulated and drawn',
    x: { label: 'time (s)', from: 0.4, to: 1.2, every: 0.1 },
    y: { label: 'x (px)', from: 40, to: 130, every: 10 },
    stretches: [{ from: knownSeconds, to: knownSeconds, label: 'the answer that tells of it' }],
    series: [
      { name: 'simulated: snaps', points: predicted, look: 'steps', colour: 'orange' },
      { name: 'drawn: eased', points: shown, colour: 'blue' },
    ],
  })
}

function run(): { predicted: Point[]; shown: Point[] } {
  const player = new Predictor<{ x: number }, number>({
    state: { x: 0 },
    move: (state, input) => {
      state.x += input * STEP_SECONDS
    },
    curves: ['linear'],
    write: (state, out) => {
      out[0] = state.x
    },
    read: (state, from) => {
      state.x = from[0]!
    },
  })
  const clock = new FixedTimestep({ stepMs: STEP_MS })
  const server = [0]
  const out = new Float64Array(1)
  const [predicted, shown]: [Point[], Point[]] = [[], []]
  for (let frame = 0; frame <= 150; frame++) {
    const nowMs = (frame * 1000) / 120
    for (let steps = clock.advance(nowMs); steps > 0; steps--) {
      const id = player.step(SPEED)
      server[id] = server[id - 1]! + SPEED * STEP_SECONDS + (id === SHOVE_STEP ? SHOVE : 0)
      const answered = id - LATE_STEPS
      if (answered > 0) player.reconcile(answered, { x: server[answered]! })
      predicted.push([nowMs / 1000, player.state.x])
    }
    player.show(clock.alpha, 1 / 120, out)
    shown.push([nowMs / 1000, out[0]!])
  }
  return { predicted, shown }
}
