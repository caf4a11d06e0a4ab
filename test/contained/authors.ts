import {
  defineGame,
  flag,
  GlissadeError,
  gameEvents,
  jsonMessages,
  number,
  press,
  sharedTick,
  text,
} from 'glissade'
import { defineRoom, type ErrorPlace, type WorldOf } from 'glissade/server'
import { type SimulatedClient, Simulation } from 'glissade/testing'
import { Random } from '../../src/base/random.ts'

const HOOKS = [
  ...['join', 'leave', 'close', 'update', 'on', 'onMessage', 'move', 'onAway'],
  ...['path', 'clamp', 'interest', 'priority', 'account', 'sameAccount'],
] as const
/** These are reported once a second at most. */
const LOOPS = ['path', 'clamp', 'interest', 'priority']
const WAYS = [
  'error',
  'text',
  'nothing',
  'rejects',
  'keeps',
  'thenable',
  'stale',
  'nonsense',
] as const
type Way = (typeof WAYS)[number]
const NONSENSE = [Number.NaN, Number.POSITIVE_INFINITY, -1e99, 'a text', undefined, true]

/** A fault that a game has made. */
interface Fault {
  readonly hook: string
  readonly way: Way
  /** What it threw or rejected with, as text. */
  readonly text: string
}

/** What is wrong after a game; empty: nothing. `closed`: whether an error of `update` has closed the room, as it should. */
export interface Played {
  readonly wrong: readonly string[]
  readonly faults: number
  readonly closed: boolean
}

/** Plays a short game whose author makes mistakes at random, most of them where bad players are served. */
export async function playAuthors(seed: number): Promise<Played> {
  const random = new Random(seed)
  const one = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!
  const chances = new Map<string, readonly [Way, number]>()
  for (let n = 0; n < 3; n++) chances.set(one(HOOKS), [one(WAYS), one([0.03, 0.3, 1])])
  const failedUpdates = random.next() < 0.5 ? 0 : Number.POSITIVE_INFINITY
  const faults: Fault[] = []
  const reports: [unknown, ErrorPlace][] = []
  /** Whether a page runs code, or the room has not begun to play. */
  let isQuiet = true
  let stale = (): void => {}
  let spoil = (): void => {}

  /** What a function does first, and returns. `isBad`: whether it serves a bad player, or nobody. */
  const act = (hook: string, isBad = true): unknown => {
    const [way, chance] = chances.get(hook) ?? ['error', 0]
    if (isQuiet || !isBad || random.next() >= chance) return undefined
    const fault = { hook, way, text: `${hook} ${faults.length}` }
    if (way === 'nonsense') return spoil()
    faults.push(fault)
    if (way === 'stale') return stale()
    if (way === 'error') throw new Error(fault.text)
    if (way === 'text') throw fault.text
    if (way === 'nothing') throw undefined
    if (way === 'rejects') return Promise.reject(new Error(fault.text))
    if (way === 'keeps') return Promise.resolve()
    // biome-ignore lint/suspicious/noThenProperty: this is what is tested
    return { then: (_: unknown, no: (error: unknown) => void) => no(new Error(fault.text)) }
  }
  const sync = (hook: string, isBad?: boolean): undefined => act(hook, isBad) as undefined

  const game = defineGame({
    name: 'authors',
    authority: random.next() < 0.3 ? sharedTick() : undefined,
    profile: { name: text(8) },
    messages: jsonMessages(),
    input: { go: flag(), ring: press() },
    entities: {
      man: { x: number({ max: 1000 }), y: number({ max: 100 }) },
      coin: { x: number({ max: 1000 }), y: number({ max: 100 }) },
      lift: { y: number({ max: 100 }) },
    },
    events: gameEvents({ rang: {} }),
    path: {
      lift: (lift, timeMs) => {
        lift.y = (timeMs / 100) % 100
        return sync('path')
      },
    },
    clamp: { coin: () => sync('clamp') },
    move: {
      man: (man, input, ctx) => {
        man.x += Number(input.go)
        if (input.ring) ctx.emit('rang', {})
        // Only bad players go.
        return input.go && !ctx.replaying ? sync('move') : undefined
      },
    },
  })
  const isBad = (player: { profile: { name: string } } | null) => player?.profile.name === 'bad'
  const room = defineRoom(game, {
    account: () => act('account') ?? { id: 1 },
    open: (world) => {
      world.spawn('lift', null)
      for (let n = 0; n < 30; n++) world.spawn('coin', null)
      const gone = world.spawn('coin', null)
      world.despawn(gone)
      stale = () => world.teleport(gone)
      spoil = () => nonsense(world)
    },
    join: (world, player) => {
      world.spawn('man', player)
      if (isBad(player) && random.next() < 0.1) throw new GlissadeError('refused', 'not today')
      if (isBad(player) && random.next() < 0.1) world.kick(player, 'not you')
      return sync('join', isBad(player))
    },
    leave: (_world, player) => sync('leave', isBad(player)),
    close: () => sync('close'),
    on: { rang: (_world, _data, by) => sync('on', isBad(by)) },
    onMessage: (_world, _message, player) => sync('onMessage', isBad(player)),
    update: (world) => {
      for (const coin of world.entities('coin')) coin.x = random.next() * 200
      return sync('update')
    },
    interest: {
      at: { coin: (coin) => (act('interest') ?? coin) as never },
      from: () => (act('interest') ?? { x: 100, y: 0 }) as never,
      radius: 120,
    },
    budget: { bytesPerSecond: 1600, priority: () => (act('priority') ?? 1) as number },
    limits: { failedUpdates },
  })
  function nonsense(world: WorldOf<typeof room>): void {
    for (const coin of world.entities('coin').slice(0, 3)) coin.x = one(NONSENSE) as number
  }

  const kind = one(['ordered', 'datagram'] as const)
  const sim = new Simulation(room, {
    kind,
    seed,
    resumeMs: one([0, 400]),
    onError: (error, where) => reports.push([error, where]),
  })
  const join = (name: string): SimulatedClient<typeof game> => {
    const client = sim.join({ profile: { name }, reopens: name === 'bad' })
    client.session.joined.then(undefined, () => {})
    const frame = client.session.frame.bind(client.session)
    client.session.frame = (nowMs) => {
      const before = isQuiet
      isQuiet = true
      frame(nowMs as number)
      isQuiet = before
    }
    return client
  }
  const good = [join('good'), join('good')]
  sim.run(300)
  isQuiet = false
  const bad: SimulatedClient<typeof game>[] = []
  for (let n = 0; n < 12; n++) {
    if (bad.length < 4) bad.push(join('bad'))
    const client = one(bad)
    const { session } = client
    const deed = one(['go', 'ring', 'say', 'leave', 'cut', 'wait'] as const)
    if (session.state === 'open') {
      session.input.go = deed === 'go'
      session.input.ring = deed === 'ring'
      if (deed === 'say') session.send('hello')
      if (deed === 'leave') session.close()
      if (deed === 'cut') client.cut()
    }
    sim.run(100)
    await new Promise(setImmediate)
  }
  const states = good.map(({ session }) => session.state)
  const { isClosed } = sim.room
  sim.room.close()
  await new Promise(setImmediate)

  const threw = (way: Way) => ['error', 'text', 'nothing'].includes(way)
  const mayClose = faults.some(({ hook, way }) => hook === 'update' && threw(way))
  const wrong = missing(faults, reports)
  if (isClosed !== (mayClose && failedUpdates === 0)) wrong.push(`the room is closed: ${isClosed}`)
  if (!isClosed && states.join() !== 'open,open') wrong.push(`honest players: ${states}`)
  if (kind === 'ordered' && sim.room.stats.resyncs > 0) wrong.push('a snapshot was not whole')
  return { wrong, faults: faults.length, closed: isClosed }
}

/** Says which faults `onError` has not heard of, with their place, and what it has heard of besides. */
function missing(faults: readonly Fault[], reports: readonly [unknown, ErrorPlace][]): string[] {
  const wrong: string[] = []
  for (const hook of new Set(faults.map((fault) => fault.hook))) {
    const made = faults.filter((fault) => fault.hook === hook)
    const { way } = made[0]!
    const heard = reports.filter(([, where]) => where.hook === hook)
    const texts = heard.map(([error]) => String(error).replace('Error: ', ''))
    const isRare = LOOPS.includes(hook) || way === 'stale' || way === 'keeps'
    // What is neither thrown nor a promise is an answer that counts as none.
    const isSilent = ['account', 'sameAccount'].includes(hook) && way === 'keeps'
    if (isSilent) continue
    if (isRare) {
      if (heard.length === 0 && !(way === 'stale' && reports.length > 0))
        wrong.push(`nothing of ${hook}`)
    } else if (way === 'nothing') {
      if (texts.filter((said) => said === 'undefined').length !== made.length)
        wrong.push(`${hook}: ${texts.length} of ${made.length}`)
    } else {
      const lost = made.filter((fault) => !texts.includes(fault.text))
      if (lost.length > 0) wrong.push(`not heard: ${lost.map((fault) => fault.text)}`)
    }
  }
  const places = new Set(faults.map(({ hook }) => hook))
  for (const [error, where] of reports)
    if (where.game !== 'authors' || !places.has(where.hook ?? ''))
      wrong.push(`${String(error)} in ${JSON.stringify(where)}`)
  return wrong
}
