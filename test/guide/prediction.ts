import { FixedTimestep, Predictor } from 'glissade/parts'

export interface Runner {
  x: number
  speed: number
}

/** One step of 1/30 s. The server runs the same function. */
export function move(runner: Runner, right: boolean): void {
  runner.speed += ((right ? 240 : 0) - runner.speed) / 4
  runner.x += runner.speed / 30
}

const clock = new FixedTimestep({ stepMs: 1000 / 30 })
export const own = new Predictor<Runner, boolean>({
  state: { x: 0, speed: 0 },
  move,
  curves: ['linear', 'step'],
  write(runner, out) {
    out[0] = runner.x
    out[1] = runner.speed
  },
  read(runner, from) {
    runner.x = from[0]!
    runner.speed = from[1]!
  },
})
const shown = new Float64Array(2)
let lastMs = Number.NaN

/** Call it once per frame. Steps with the keys held now, sends them, and returns where to draw the runner. */
export function frame(
  nowMs: number,
  right: boolean,
  send: (id: number, right: boolean) => void,
): number {
  for (let steps = clock.advance(nowMs); steps > 0; steps--) send(own.step(right), right)
  own.show(clock.alpha, nowMs > lastMs ? (nowMs - lastMs) / 1000 : 0, shown)
  lastMs = nowMs
  return shown[0]!
}

/** Call it when the server reports the state of the runner after input `id`. */
export function answered(id: number, runner: Runner): void {
  own.reconcile(id, runner)
}
