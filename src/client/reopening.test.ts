import { expect, test } from 'vitest'
import type { Random } from '../base/random.ts'
import type { Link } from '../link/link.ts'
import { memoryPair } from '../link/memory.ts'
import { VirtualClock } from '../testing/virtual-clock.ts'
import { Reopening, type Token } from './reopening.ts'

/** A `Reopening` whose links open when the test says so, and whose waits are neither shorter nor longer by default. */
function begun(first?: string, token?: Token) {
  const clock = new VirtualClock()
  const tries: { atMs: number; open: (link: Link) => void; fail: () => void }[] = []
  const addresses: (string | undefined)[] = []
  const found: Link[] = []
  const tokens: string[] = []
  const givenUp: number[] = []
  const reopening = new Reopening(clock, {
    open: (address) => {
      addresses.push(address)
      // biome-ignore lint/suspicious/noThenProperty: a promise of virtual time has to resolve in virtual time
      const answer = { then: (open: (link: Link) => void, fail: () => void) => note(open, fail) }
      return answer as unknown as PromiseLike<Link>
    },
    token,
    found: (link, text) => {
      found.push(link)
      tokens.push(text)
    },
    random: { between: (least, most) => (least + most) / 2 },
  })
  const note = (open: (link: Link) => void, fail: () => void) =>
    tries.push({ atMs: clock.nowMs(), open, fail })
  reopening.begin(() => givenUp.push(clock.nowMs()), first)
  const times = () => tries.map(({ atMs }) => atMs)
  return { clock, tries, addresses, found, tokens, givenUp, reopening, times }
}

test('another try follows one that fails, after longer and longer waits', () => {
  const { clock, tries, times } = begun()
  clock.advance(0)
  tries[0]!.fail()
  for (let ms = 0; ms < 10_000; ms += 10) {
    clock.advance(10)
    if (tries.at(-1)?.atMs === clock.nowMs()) tries.at(-1)!.fail()
  }
  expect(times()).toEqual([0, 250, 750, 1750, 3750, 5750, 7750, 9750])
})

test('a try that hangs is given up after 4 s, and the link that it opens later is closed', () => {
  const { clock, tries, found, times } = begun()
  clock.advance(4400)
  expect(times()).toEqual([0, 4250])
  const [late, good] = [memoryPair(clock).client, memoryPair(clock).client]
  tries[0]!.open(late)
  expect([late.isOpen, found]).toEqual([false, []])
  tries[1]!.open(good)
  expect([good.isOpen, found]).toEqual([true, [good]])
  clock.advance(5000)
  expect(times().length).toBe(2)
})

test('gives up after 60 s, unless it was stopped', () => {
  const { clock, tries, givenUp, reopening, found } = begun()
  clock.advance(60_000)
  expect(givenUp).toEqual([60_000])
  reopening.stop()
  const { client } = memoryPair(clock)
  tries.at(-1)!.open(client)
  expect([client.isOpen, found]).toEqual([false, []])
  const { length } = tries
  clock.advance(60_000)
  expect([tries.length, givenUp.length]).toEqual([length, 1])
  reopening.begin(() => {})
  reopening.stop()
  expect(clock.pending).toBe(0)
})

test('the next try comes at once after a connection that held, and waits after a short one', () => {
  const { clock, reopening, times } = begun()
  clock.advance(0)
  reopening.stop()
  clock.advance(1000)
  reopening.begin(() => {})
  clock.advance(300)
  expect(times()).toEqual([0, 1250])
  reopening.stop()
  clock.advance(6000)
  reopening.begin(() => {})
  clock.advance(0)
  expect(times()).toEqual([0, 1250, 7300])
})

test('goes where servers say at once, 3 times in a row, and then waits before it goes on', () => {
  const { clock, reopening, times, addresses } = begun()
  clock.advance(0)
  for (const address of ['b', 'c', 'd', 'e', 'f']) {
    reopening.tryAgain(address)
    clock.advance(0)
    if (address === 'e') clock.advance(250)
  }
  expect(addresses).toEqual([undefined, 'b', 'c', 'd', 'e', 'f'])
  expect(times()).toEqual([0, 0, 0, 0, 250, 250])
  reopening.stop()
})

test('counts the address that a server said as it ended the connection', () => {
  const { clock, reopening, times, addresses } = begun('b')
  clock.advance(0)
  for (const address of ['c', 'd', 'e']) {
    reopening.tryAgain(address)
    clock.advance(0)
  }
  clock.advance(250)
  expect(addresses).toEqual(['b', 'c', 'd', 'e'])
  expect(times()).toEqual([0, 0, 0, 250])
  reopening.stop()
})

/** Returns the waits before the second to seventh try, when all fail at once. */
function waits(clock: VirtualClock, random?: Pick<Random, 'between'>): number[] {
  const times: number[] = []
  const open = () => {
    times.push(clock.nowMs())
    // biome-ignore lint/suspicious/noThenProperty: a promise of virtual time has to resolve in virtual time
    const answer = { then: (_: unknown, fail: () => void) => fail() }
    return answer as unknown as PromiseLike<Link>
  }
  const reopening = new Reopening(clock, {
    open,
    token: '',
    found: () => {},
    ...(random && { random }),
  })
  reopening.begin(() => {})
  clock.advance(19_000)
  reopening.stop()
  return times.slice(1, 7).map((ms, i) => ms - times[i]!)
}

test('each wait is random, from half as long to half as long again', () => {
  expect(waits(new VirtualClock(), { between: (least) => least })).toEqual([
    125, 250, 500, 1000, 1000, 1000,
  ])
  expect(waits(new VirtualClock(), { between: (_least, most) => most })).toEqual([
    375, 750, 1500, 3000, 3000, 3000,
  ])
})

test('by default, clients are spread evenly if their clocks differ by a microsecond or more', () => {
  const hits = new Array<number>(10).fill(0)
  for (let n = 0; n < 1000; n++) {
    const clock = new VirtualClock()
    clock.advance(5000 + n / 1000)
    const [second = Number.NaN] = waits(clock)
    hits[Math.floor((second - 125) / 25)]!++
  }
  // 100 each, with a standard deviation of 9.5.
  for (const count of hits) expect(Math.abs(count - 100)).toBeLessThan(50)
  expect(waits(new VirtualClock())).toEqual(waits(new VirtualClock()))
})

/** Lets the promises of a token be kept. */
const kept = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('each try has a token of its own, which it has before its link opens', async () => {
  let made = 0
  const { clock, tries, found, tokens } = begun(undefined, async () => `token ${++made}`)
  clock.advance(0)
  expect(tries).toEqual([])
  await kept()
  tries[0]!.fail()
  clock.advance(250)
  await kept()
  tries[1]!.open(memoryPair(clock).client)
  expect([found.length, tokens, made]).toEqual([1, ['token 2'], 2])
})

test.each<[string, Token]>([
  [
    'throws',
    () => {
      throw new Error('the cookie has gone')
    },
  ],
  ['rejects', () => Promise.reject(new Error('HTTP 503'))],
  ['is none', (() => undefined) as unknown as Token],
  ['is too long', () => 'x'.repeat(4096)],
])('a token that %s is a try that failed, and opens no link', async (_, token) => {
  const { clock, tries, reopening } = begun(undefined, token)
  for (let n = 0; n < 3; n++) {
    clock.advance(1000)
    await kept()
  }
  expect(tries).toEqual([])
  expect(reopening.isTrying).toBe(true)
})

test('a token may take longer than a link', async () => {
  const token = () => new Promise<string>((resolve) => clock.after(14_000, () => resolve('slow')))
  const { clock, tries, found, tokens } = begun(undefined, token)
  clock.advance(0)
  await kept()
  clock.advance(14_000)
  await kept()
  clock.advance(3900)
  tries[0]!.open(memoryPair(clock).client)
  expect([tries.length, found.length, tokens]).toEqual([1, 1, ['slow']])
})

test('a token that comes after 15 s, or after the end, opens no link', async () => {
  const waiting: ((text: string) => void)[] = []
  const token = () => new Promise<string>((resolve) => waiting.push(resolve))
  const { clock, tries, reopening } = begun(undefined, token)
  clock.advance(0)
  await kept()
  clock.advance(15_250)
  await kept()
  waiting[0]!('late')
  await kept()
  expect([waiting.length, tries.length]).toEqual([2, 0])
  reopening.stop()
  waiting[1]!('too late')
  await kept()
  expect(tries.length).toBe(0)
})
