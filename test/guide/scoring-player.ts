import { type MotionContender, SHOWN, SHOWN_WIDTH, STATE, STATE_WIDTH } from 'glissade/score'

/** A very short player: the newest state, extrapolated by its velocity for 200 ms. */
export const extrapolated: MotionContender = {
  name: 'extrapolated',
  about: 'the newest state, extrapolated by its velocity for 200 ms',
  create() {
    let newest = new Float64Array(0)
    let newestStampMs = Number.NEGATIVE_INFINITY
    let cameAtMs = 0
    return {
      arrived({ stampMs, arrivedAtMs, states }) {
        if (stampMs < newestStampMs) return
        newest = states.slice()
        newestStampMs = stampMs
        cameAtMs = arrivedAtMs
      },
      frame(nowMs, shown) {
        const aheadMs = Math.min(nowMs - cameAtMs, 200)
        for (let i = 0; i * STATE_WIDTH < newest.length; i++) {
          const from = i * STATE_WIDTH
          const to = i * SHOWN_WIDTH
          for (const [place, velocity] of [
            ['x', 'vx'],
            ['y', 'vy'],
          ] as const)
            shown[to + SHOWN[place]] =
              newest[from + STATE[place]]! + (newest[from + STATE[velocity]]! * aheadMs) / 1000
          shown[to + SHOWN.tracer] = newest[from + STATE.tracer]! + aheadMs
        }
      },
    }
  },
}
