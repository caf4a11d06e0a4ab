import { expect, test } from 'vitest'
import { HostileServers } from './hostile-servers.ts'

/** The long form is `npm run soak -- servers`. */
test('hostile servers make a session throw nothing, and it ends in a stated way', async () => {
  const servers = new HostileServers()
  await servers.run(0, 160)
  const { tally } = servers
  expect(tally.sessions).toBe(160)
  // Most of what was said could be read, so that what could not was met in the midst of a game.
  expect(tally.snapshots).toBeGreaterThan(3000)
  expect(tally.resyncs).toBeGreaterThan(50)
  expect(tally.events).toBeGreaterThan(300)
  expect(tally.messages).toBeGreaterThan(5)
  expect(tally.reconnects).toBeGreaterThan(2)
  for (const reason of ['bad-packet', 'server-closed', 'forged-ack'])
    expect(tally.ends[reason], reason).toBeGreaterThan(0)
})
