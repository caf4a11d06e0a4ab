import { type Application, Container } from 'pixi.js'
import { expect, test, vi } from 'vitest'
import { Duel } from '../games/duo/duel.ts'

vi.hoisted(() => {
  vi.stubGlobal('navigator', { userAgent: 'test' })
  vi.stubGlobal('devicePixelRatio', 1)
})

test('B9 each pane shows its own client, the middle one the truth, lines where the server has them', async () => {
  const { Panes } = await import('../games/duo/panes.ts')
  const duel = new Duel(7)
  const stage = new Container()
  const app = {
    stage,
    renderer: { resize() {} },
    render() {},
    canvas: {},
  } as unknown as Application
  const holder = { clientWidth: 1200, clientHeight: 400, append() {} } as unknown as HTMLElement
  const panes = new Panes(app, duel, holder)
  panes.arrange()
  await panes.build()
  for (let nowMs = 0; nowMs < 3000; nowMs += 1000 / 60) {
    panes.look()
    duel.frame(nowMs)
    panes.mark()
  }
  const [left, right] = duel.sides
  const shown = stage.children.map((pane) =>
    pane
      .getChildByLabel('players', true)!
      .children.map(({ x }) => x)
      .sort(),
  )
  const seenBy = (side: typeof left) =>
    side.session
      .entities('pip')
      .map(({ x }) => x)
      .sort()
  const truth = duel.truth
    .entities('pip')
    .map(({ x }) => x)
    .sort()
  expect(shown).toEqual([seenBy(left), truth, seenBy(right)])
  expect(new Set(shown.map(String)).size).toBe(3)
  const [marks] = stage.children.map(
    (pane) => pane.getChildByLabel('world', true)!.children.at(-1)!,
  )
  expect(marks!.children.map(({ x }) => x)).toEqual(duel.sides.map((side) => duel.pip(side)!.x))
})
