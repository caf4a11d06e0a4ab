import { Contest } from './test/network/contest.ts'

const seconds = Number(process.env['SECONDS'] ?? 30)
const contest = await Contest.open(Number(process.env['SEED'] ?? 1))
const conds: Record<string, [object, number]> = {
  log: [{ latencyMs: 50, jitterMs: 10, loss: 0.075 }, 40],
  one: [{ latencyMs: 25, jitterMs: 5, loss: 0.01 }, 20],
  heavy: [{ latencyMs: 50, jitterMs: 10, loss: 0.15 }, 40],
  burst: [
    { latencyMs: 50, jitterMs: 10, loss: 0.005, burst: { goodMs: 2000, badMs: 150, badLoss: 0.6 } },
    40,
  ],
  slow20: [{ latencyMs: 50, jitterMs: 10, bytesPerSecond: 20000 }, 40],
  slow5: [{ latencyMs: 50, jitterMs: 10, bytesPerSecond: 5000 }, 40],
  none: [{}, 0],
}
try {
  for (const name of (process.env['COND'] ?? 'log').split(',')) {
    const [way, least] = conds[name]!
    const {
      recording: r,
      figures: f,
      up,
      down,
    } = await contest.run({ up: way, down: way }, least, seconds)
    const d = f.datagram,
      s = f.socket
    const row = (x: any) =>
      `age ${x.ageP50.toFixed(0)} ${x.ageP90.toFixed(0)} ${x.ageP99.toFixed(0)} max ${x.ageMax.toFixed(0)} gap ${x.longestGapMs.toFixed(0)} shown ${x.shownMs.toFixed(0)} faults ${x.faultPercent.toFixed(2)} frozen ${x.frozenMs.toFixed(0)}`
    const A = r.sessions.datagram,
      B = r.sessions.socket
    console.log(
      name,
      r.frameMs.length,
      'frames',
      'onDatagrams',
      A.onDatagramsMs.toFixed(0),
      JSON.stringify(A.reasons),
    )
    console.log(
      '  datagram',
      row(d),
      'corr',
      A.corrections,
      A.rebases,
      'msg',
      A.sent,
      A.returned.length,
    )
    console.log(
      '  socket  ',
      row(s),
      'corr',
      B.corrections,
      B.rebases,
      'msg',
      B.sent,
      B.returned.length,
    )
    console.log(
      '  ratios p90',
      (d.ageP90 / s.ageP90).toFixed(2),
      'p99',
      (d.ageP99 / s.ageP99).toFixed(2),
      'shown',
      (d.shownMs / s.shownMs).toFixed(2),
    )
    console.log(
      '  /s: udp down',
      (down.udp / seconds).toFixed(0),
      'tcp down',
      (down.tcp / seconds).toFixed(0),
      'udp up',
      (up.udp / seconds).toFixed(0),
      'tcp up',
      (up.tcp / seconds).toFixed(0),
      'largest',
      down.largestUdp,
      up.largestUdp,
      'queue full',
      down.queueFull,
      up.queueFull,
      'kB/s',
      (down.bytes / seconds / 1000).toFixed(1),
      (up.bytes / seconds / 1000).toFixed(1),
    )
  }
} finally {
  await contest.close()
}
