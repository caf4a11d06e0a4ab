import { expect, test } from 'vitest'
import { Contest } from './contest.ts'
import type { Recording } from './recorder-page.ts'
import { missingForBadNetwork } from './requirements.ts'

const IS_ON_DATAGRAMS = 'recording.sessions.datagram.isOnDatagrams'
const LATENCY_MS = 20

test('a page whose UDP is blocked plays on over its WebSocket, and gets back to datagrams', async () => {
  const missing = missingForBadNetwork()
  if (missing !== null) {
    await expect(Contest.open(1)).rejects.toThrow(missing)
    return
  }
  const contest = await Contest.open(1)
  try {
    await contest.network.set({ up: { latencyMs: LATENCY_MS }, down: { latencyMs: LATENCY_MS } })
    const far = await contest.openPage('datagram')
    const { page } = far
    await page.waitForFunction(IS_ON_DATAGRAMS, undefined, { timeout: 60_000 })
    await contest.network.block('udp')
    await page.waitForFunction(`!${IS_ON_DATAGRAMS}`, undefined, { timeout: 60_000 })
    const before = (await page.evaluate('recording')) as Recording
    await contest.network.block('none')
    await page.waitForFunction(IS_ON_DATAGRAMS, undefined, { timeout: 60_000 })
    await page.waitForFunction(
      `recording.sessions.datagram.returned.length > ${before.sessions.datagram.sent + 3}`,
      undefined,
      { timeout: 60_000 },
    )
    const { sessions } = (await page.evaluate('recording')) as Recording
    const { returned, reasons, newestMs } = sessions.datagram
    expect(returned).toEqual(Array.from(returned, (_, i) => i + 1))
    expect(reasons).toContain('no more datagrams came through')
    // News went on coming while UDP was blocked.
    expect(newestMs.at(-1)).toBeGreaterThan(before.sessions.datagram.newestMs.at(-1)!)
    expect(far.faults).toEqual([])
    await far.close()
  } finally {
    await contest.close()
  }
})
