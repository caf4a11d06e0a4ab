import { defineGame, flag, int, number } from 'glissade'
import { keys } from 'glissade/pixi'
import { defineRoom } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { authorityOf } from './support/authority.ts'

const TAPS = 24

/** A figure that jumps higher the longer its key is held. */
const jumpers = (authority: 'input' | 'tick') =>
  defineRoom(
    defineGame({
      name: 'jumpers',
      authority: authorityOf(authority),
      stepHz: 60,
      input: { jump: flag() },
      entities: {
        pip: {
          y: number({ max: 1000 }),
          rise: number({ min: -900, max: 900 }),
          held: int(),
          top: number({ max: 1000 }),
        },
      },
      move: {
        pip(pip, { jump }, { dtSeconds }) {
          if (jump) pip.held++
          if (jump && pip.y <= 0) {
            pip.rise = 600
            pip.top = 0
          }
          if (!jump && pip.rise > 200) pip.rise = 200
          pip.rise = Math.max(-900, pip.rise - 1500 * dtSeconds)
          pip.y = Math.max(0, pip.y + pip.rise * dtSeconds)
          pip.top = Math.max(pip.top, pip.y)
          if (pip.y === 0) pip.rise = 0
        },
      },
    }),
    { join: (world, player) => world.spawn('pip', player) },
  )

/**
 * Presses Space for `heldMs` on a page, again and again. Tells how high the figure jumped, and for how many steps the key was
 * held in the room. A page that `isBusy` gets its events just before the next frame.
 */
function play(authority: 'input' | 'tick', frameHz: number, heldMs: number, isBusy: boolean) {
  const page = new EventTarget()
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', new EventTarget())
  const waiting: (() => void)[] = []
  const sim = new Simulation(jumpers(authority), { seed: 3 })
  const latencyMs = 40
  const { session, clock } = sim.join({
    frameHz,
    conditions: { up: { latencyMs }, down: { latencyMs } },
    script: () => {
      for (const tell of waiting.splice(0)) tell()
    },
  })
  keys(session)
  const key = (type: string) => {
    const timeStamp = clock.nowMs()
    const tell = () => {
      vi.stubGlobal('event', { timeStamp })
      page.dispatchEvent(Object.assign(new Event(type), { code: 'Space', key: ' ' }))
      vi.stubGlobal('event', undefined)
    }
    if (isBusy) waiting.push(tell)
    else tell()
  }
  sim.run(15_000)
  const [pip] = sim.room.world.entities('pip')
  let height = 0
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < TAPS; n++) {
    sim.run(7)
    key('keydown')
    sim.run(heldMs)
    key('keyup')
    sim.run(2000)
    height += pip!.top / TAPS
    least = Math.min(least, pip!.top)
  }
  return { height, least, steps: pip!.held / TAPS }
}

afterEach(() => vi.unstubAllGlobals())

describe.each(['input', 'tick'] as const)("C6 with authority '%s'", (authority) => {
  test.each([
    [80, 10],
    [80, 5],
    [80, 2],
    [40, 10],
    [130, 10],
    [250, 10],
    [80, 24],
    [80, 144],
  ])(
    'a key held for %d ms counts for as long at %d frames a second as at 60',
    (heldMs, frameHz) => {
      const usual = play(authority, 60, heldMs, false)
      for (const isBusy of [false, true]) {
        const slow = play(authority, frameHz, heldMs, isBusy)
        expect(slow.steps).toBeGreaterThan(usual.steps - 0.5)
        expect(slow.steps).toBeLessThan(usual.steps + 0.5)
        expect(slow.height / usual.height).toBeGreaterThan(0.9)
        expect(slow.height / usual.height).toBeLessThan(1.1)
        expect(slow.least / usual.least).toBeGreaterThan(0.8)
      }
    },
  )
})
