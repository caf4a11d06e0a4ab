import { Contest } from './test/network/contest.ts'
const contest = await Contest.open(1)
try {
  for (const link of (process.env['LINKS'] ?? 'datagram').split(',') as ('datagram'|'socket')[]) {
    await contest.network.set({ up: { latencyMs: 50, jitterMs: 10 }, down: { latencyMs: 50, jitterMs: 10 } })
    const far = await contest.openPage(link)
    await far.page.waitForTimeout(3000)
    const way = { latencyMs: 50, jitterMs: 10, bytesPerSecond: Number(process.env['RATE'] ?? 5000) }
    await contest.network.set({ up: way, down: way })
    for (let i = 0; i < 6; i++) {
      const { figures: f, up, down, recording } = await contest.record(far, 40, 5)
      const x = f[link], s = recording.sessions[link]
      console.log(link, `age ${x.ageP50.toFixed(0)} ${x.ageP99.toFixed(0)} gap ${x.longestGapMs.toFixed(0)} shown ${x.shownMs.toFixed(0)} max ${x.shownMaxMs.toFixed(0)}`, 'udp/s', down.udp / 5, up.udp / 5, 'tcp/s', down.tcp / 5, up.tcp / 5, 'full', down.queueFull, up.queueFull, 'kB/s', (down.bytes / 5000).toFixed(1), (up.bytes / 5000).toFixed(1), s.corrections, s.rebases, s.isOnDatagrams, JSON.stringify(s.reasons.slice(-2)), JSON.stringify(await far.page.evaluate('window.debugState?.()')))
    }
    await far.close()
  }
} finally { await contest.close() }
