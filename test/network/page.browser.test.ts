import { expect, test } from 'vitest'
import { type BadNetwork, openBadNetwork } from './bad-network.ts'
import { startGames } from './games.ts'
import { openPage } from './page.ts'
import { missingForBadNetwork } from './requirements.ts'

const missing = missingForBadNetwork()

async function play(network: BadNetwork): Promise<void> {
  const { url } = await startGames(network)
  const far = await openPage(network, `${url}/platformer/?name=Ada`)
  try {
    const isThere = `document.body.classList.contains('playing')
      && window.glissade.entities('pip').some((pip) => pip.mine && pip.x > 0)`
    await far.page.waitForFunction(isThere)
    // A page that was not served over https has WebRTC all the same.
    expect(await far.page.evaluate('typeof RTCPeerConnection')).toBe('function')

    const way = { latencyMs: 50, jitterMs: 10, loss: 0.05 }
    await network.set({ up: way, down: way })
    const x = `window.glissade.entities('pip').find((pip) => pip.mine).x`
    const before = await far.page.evaluate<number>(x)
    await far.page.keyboard.down('ArrowRight')
    await far.page.waitForFunction(`${x} > ${before + 100}`)
    await far.page.keyboard.up('ArrowRight')
    await far.page.waitForFunction('window.glissade.stats.rttMs > 80')
    expect((await network.counters()).down.tcp).toBeGreaterThan(100)
    expect(far.faults).toEqual([])
  } finally {
    await far.close()
  }
}

test('a page plays the platformer behind a bad network, or the machine lacks what that needs', async () => {
  if (missing !== null) return expect(openBadNetwork()).rejects.toThrow(missing)
  const network = await openBadNetwork()
  try {
    await play(network)
  } finally {
    await network.close()
  }
})
