import { expect, test, vi } from 'vitest'
import { START } from '../games/shepherd/rules/meadow.ts'
import { boxed, bytesPerCall } from './bytes-per-call.ts'
import { Pasture } from './support/pasture.ts'

// PixiJS asks what browser it is in when it is loaded.
vi.stubGlobal('navigator', { userAgent: 'test' })

const SHEEP = 150
const AWAY = 40

test('D12 a frame of the whole picture at night, with 150 sheep, their dust and four shepherds, allocates nothing itself', async () => {
  const { buildPicture } = await import('../games/shepherd/picture/picture.ts')
  const pasture = new Pasture()
  const round = pasture.begin([3, 40, 500])
  for (let i = 0; i < 4; i++) pasture.join(START.x + i * 60.25, START.y - i * 30.25)
  for (let i = 0; i < SHEEP; i++)
    pasture.graze(START.x + ((i * 37) % 500) - 250.25, START.y + ((i * 91) % 300) - 150.25)
  const picture = await buildPicture(pasture.scene, { width: 800, height: 450 })
  round.night = 200
  const runs = [...pasture.runs]
  // What a decoder has written lies on the heap already: so places do here.
  const places = boxed((n) => START.x + (n % AWAY) * 3 + 0.25)
  const seconds = boxed(() => 1 / 60)
  const [me] = pasture.shepherds
  if (!me) return expect.fail('nobody there')
  let n = 0
  const bytes = bytesPerCall(() => {
    n = (n + 1) % 4000
    const way = n % (AWAY * 2) < AWAY ? 3.25 : -3.25
    for (let i = 0; i < SHEEP; i++) pasture.sheep[i]!.x += way
    me.x = places[n]!
    for (let i = 0; i < runs.length; i++) runs[i]!(seconds[n]!)
  }, 4000)
  const bits = picture.root.getChildByLabel('world')!.getChildByLabel('bits')!
  expect(bits.children.filter(({ visible }) => visible).length).toBeGreaterThan(20)
  expect(bytes).toBeLessThan(1)
})
