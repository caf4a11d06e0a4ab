import { expect, test } from 'vitest'
import { answered, frame, move, own, type Runner } from './prediction.ts'

test('A5 A7 A9 the runner of the guide starts at once, and a shove on the server is eased in', () => {
  const server: Runner = { x: 0, speed: 0 }
  const flying: { atMs: number; id: number; right: boolean }[] = []
  let shoved = false
  let [lastX, started, worstJump] = [0, Infinity, 0]
  for (let i = 0; i < 600; i++) {
    const nowMs = (i * 1000) / 120
    const right = nowMs > 500 && nowMs < 4000
    for (; flying[0] && flying[0].atMs <= nowMs; flying.shift()) {
      move(server, flying[0].right)
      if (nowMs > 2000 && !shoved) {
        shoved = true
        server.x -= 40
      }
      answered(flying[0].id, { ...server })
    }
    const x = frame(nowMs, right, (id, held) => flying.push({ atMs: nowMs + 200, id, right: held }))
    if (x > 0 && started === Infinity) started = nowMs
    worstJump = Math.max(worstJump, Math.abs(x - lastX))
    lastX = x
  }
  expect(started - 500).toBeLessThan(1000 / 30 + 2 * (1000 / 120))
  expect(own.corrections).toBe(1)
  expect(own.replayedSteps).toBeGreaterThan(3)
  // 2 px is what a runner at 240 px/s moves in a frame; the shove of 40 px is never seen as one.
  expect(worstJump).toBeLessThan(8)
  for (const { right } of flying) move(server, right)
  expect(own.state.x).toBe(server.x)
  expect(Math.abs(lastX - server.x)).toBeLessThan(0.01)
})
