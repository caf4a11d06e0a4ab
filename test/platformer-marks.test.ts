import { Inspector } from 'glissade/client'
import { FixedDelay, type Playout } from 'glissade/parts'
import { Simulation } from 'glissade/testing'
import type { BitmapText, Container } from 'pixi.js'
import { expect, test, vi } from 'vitest'
import { noMarks } from '../games/panel/marks.ts'
import { MarksLayer } from '../games/platformer/picture/marks-layer.ts'
import { platformerRoom } from '../games/platformer/room.ts'
import { LeastCostDelay } from '../src/time/playout/least-cost-delay.ts'

// PixiJS asks for it while it loads.
vi.hoisted(() => vi.stubGlobal('navigator', { userAgent: '' }))

/** Ada runs to the right and Ben watches, two intervals behind unless told otherwise, with the marks over his picture. */
function scene(playout: Playout = new FixedDelay()) {
  const sim = new Simulation(platformerRoom, { kind: 'datagram' })
  const impairment = { latencyMs: 60, jitterMs: 8 }
  const conditions = { up: impairment, down: impairment }
  const ada = sim.join({ conditions, profile: { name: 'Ada', hue: 120 } })
  const ben = sim.join({ conditions, profile: { name: 'Ben', hue: 200 }, playout })
  const marks = noMarks()
  const inspector = new Inspector(ben.session)
  const layer = new MarksLayer(inspector, marks)
  const pips = ben.session.entities('pip')
  ben.session.onFrame((dtSeconds) => layer.show(pips, dtSeconds))
  ben.session.on('splat', ({ x, y }) => layer.judge(x, y))
  sim.run(3000)
  ada.session.input.right = true
  sim.run(500)
  const other = pips.find((pip) => !pip.mine)!
  const own = pips.find((pip) => pip.mine)!
  return { sim, ada, ben, marks, inspector, layer, pips, other, own }
}

/** The marks of this name that can be seen. */
function seen(layer: MarksLayer, label: string): Container[] {
  return layer.root.getChildrenByLabel(label, true).filter((mark) => {
    for (let part: Container | null = mark; part; part = part.parent)
      if (!part.visible) return false
    return true
  })
}

const at = ({ x, y }: { x: number; y: number }) => ({ x, y })
const places = (layer: MarksLayer, label: string) =>
  seen(layer, label).map(({ position }) => at(position))

test('while all is off nothing is shown and nothing is looked at', () => {
  const { sim, marks, inspector, layer } = scene()
  const look = vi.spyOn(inspector, 'look')
  sim.run(200)
  expect(layer.root.visible).toBe(false)
  expect(look).not.toHaveBeenCalled()
  Object.assign(marks, { history: true, ghost: true, moments: true })
  sim.run(50)
  expect(layer.root.visible).toBe(true)
  for (const label of ['state', 'point', 'before', 'after', 'ghost'])
    expect(seen(layer, label), label).not.toEqual([])
  Object.assign(marks, noMarks())
  sim.run(50)
  for (const label of ['state', 'point', 'before', 'after', 'ghost'])
    expect(seen(layer, label), label).toEqual([])
})

test('E10 there is a dot where each state of the others was, the older the fainter', () => {
  const { sim, marks, inspector, layer, other } = scene()
  marks.history = true
  sim.run(100)
  const { count, states } = inspector.look(other)!
  expect(count).toBeGreaterThan(10)
  expect(places(layer, 'state')).toEqual(states.slice(0, count).map(at))
  const alphas = seen(layer, 'state').map(({ alpha }) => alpha)
  expect(alphas).toEqual([...alphas].sort((a, b) => a - b))
  expect(alphas.at(-1)).toBe(1)
  expect(seen(layer, 'point')).toEqual([])
  expect(seen(layer, 'ghost')).toEqual([])
})

test('D11 rings are at the two states around the moment on display, the point is on the way between', () => {
  const { sim, ben, marks, inspector, layer, other } = scene()
  marks.moments = true
  let looked = 0
  ben.session.onFrame(() => {
    const { before, after, states, factor } = inspector.look(other)!
    expect(places(layer, 'before')).toEqual([at(states[before]!)])
    expect(places(layer, 'after')).toEqual([at(states[after]!)])
    expect(places(layer, 'point')).toEqual([at(other)])
    const way = states[after]!.x - states[before]!.x
    const [covered] = seen(layer, 'covered')
    if (covered) expect(covered.scale.x).toBeCloseTo(way * factor, 0)
    expect(seen(layer, 'beyond')).toEqual([])
    looked++
  })
  sim.run(300)
  expect(looked).toBeGreaterThan(15)
  expect(seen(layer, 'state')).toEqual([])
})

test('D11 a caption says the factor, or how far the picture is beyond the newest state', () => {
  const { sim, ben, marks, layer } = scene()
  marks.moments = true
  const texts = new Set<string>()
  let changes = 0
  ben.session.onFrame(() => {
    const [caption] = seen(layer, 'factor') as BitmapText[]
    if (!caption) return
    if (!texts.has(caption.text)) changes++
    texts.add(caption.text)
  })
  sim.run(400)
  expect([...texts].every((text) => /^[01]\.\d\d$/.test(text))).toBe(true)
  ben.network.conditions = { up: {}, down: { loss: 1 } }
  sim.run(700)
  const after = [...texts].slice(-4)
  expect(after).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^\+\d+ ms beyond$/),
      expect.stringMatching(/^held, \+\d+ ms$/),
    ]),
  )
  expect(changes).toBeLessThanOrEqual(7)
  expect(places(layer, 'after')).toEqual([])
})

test('D11 a caption says that the picture stands still when the render clock waits for data', () => {
  const { sim, ben, marks, layer } = scene(new LeastCostDelay())
  marks.moments = true
  ben.network.conditions = { up: {}, down: { loss: 1 } }
  sim.run(800)
  const [caption] = seen(layer, 'factor') as BitmapText[]
  expect(caption?.text).toMatch(/^held, \+2\d\d ms$/)
})

test('D11 the ghost stands where the server has the own player, behind the one that is shown', () => {
  const { sim, ben, marks, inspector, layer, own } = scene()
  marks.ghost = true
  ben.session.input.right = true
  sim.run(600)
  const { server, unanswered } = inspector.look(own)!
  expect(places(layer, 'ghost')).toEqual([at(server!)])
  expect(unanswered).toBeGreaterThan(6)
  expect(own.x - server!.x).toBeGreaterThan(10)
  expect(seen(layer, 'way')[0]!.scale.x).toBeCloseTo(own.x - server!.x, 0)
  expect((seen(layer, 'unanswered')[0] as BitmapText).text).toMatch(/^\d+ inputs ago$/)
})

test('the marks of who has left are gone, and are used again for who comes', () => {
  const { sim, ada, marks, layer } = scene()
  Object.assign(marks, { history: true, moments: true })
  sim.run(100)
  expect(seen(layer, 'point').length).toBe(1)
  ada.session.close()
  sim.run(1000)
  expect(seen(layer, 'point')).toEqual([])
  const parts = layer.root.children.length
  sim.join({ profile: { name: 'Cy', hue: 40 } })
  sim.run(1000)
  expect(seen(layer, 'point').length).toBe(1)
  expect(layer.root.children.length).toBe(parts)
})

test('each mark goes when it alone is switched off', () => {
  const { sim, marks, layer } = scene()
  const labels = { history: 'state', ghost: 'ghost', moments: 'point' } as const
  for (const off of ['history', 'ghost', 'moments'] as const) {
    Object.assign(marks, { history: true, ghost: true, moments: true })
    sim.run(50)
    marks[off] = false
    sim.run(50)
    for (const mark of ['history', 'ghost', 'moments'] as const)
      expect(seen(layer, labels[mark]).length > 0, `${mark}, ${off} off`).toBe(mark !== off)
  }
})

test('D13 an outline stays for a while where the server has judged a hit', () => {
  const { sim, ben, marks, layer, other, own } = scene()
  marks.ghost = true
  const [victim] = sim.room.world.entities('pip').filter(({ owner }) => owner === other.owner)
  const thrower = sim.room.world.entities('pip').find(({ owner }) => owner === own.owner)!
  sim.clients[0]!.session.input.right = false
  sim.run(1000)
  Object.assign(victim!, { x: thrower.x + 60, y: thrower.y, vx: 0 })
  sim.run(1000)
  const stood = at(other)
  thrower.facing = 'right'
  ben.session.input.throw = true
  let seconds = 0
  for (let n = 0; n < 60; n++) {
    sim.run(50)
    const [outline] = places(layer, 'judged')
    if (!outline) continue
    seconds += 0.05
    expect(outline.x).toBeCloseTo(stood.x, 0)
    expect(outline.y).toBeCloseTo(stood.y, 0)
  }
  expect(seconds).toBeGreaterThan(1)
  expect(seconds).toBeLessThan(2)
})
