import { defineGame, flag, gameEvents, jsonMessages, number, press } from 'glissade'
import { defineRoom, type ErrorPlace } from 'glissade/server'
import { Simulation } from 'glissade/testing'

/** The functions of a game that a player's doing, or the room, makes the server call. */
export const HOOKS = [
  'join',
  'leave',
  'close',
  'update',
  'on',
  'onMessage',
  'move',
  'path',
  'clamp',
  'interest',
  'priority',
] as const
export type Hook = (typeof HOOKS)[number]

/** How a function fails. */
export const MANNERS = {
  'throws an error': (): never => {
    throw new Error('a bug')
  },
  'throws a text': (): never => {
    throw 'a bug'
  },
  'throws nothing': (): never => {
    throw undefined
  },
  'returns a promise that is rejected': () => Promise.reject(new Error('a bug')) as never,
  'returns a promise that is kept': () => Promise.resolve() as never,
  'returns what only looks like a promise': () =>
    // biome-ignore lint/suspicious/noThenProperty: this is what is tested
    ({ then: (_: unknown, no: (e: Error) => void) => no(new Error('a bug')) }) as never,
} as const
export type Manner = keyof typeof MANNERS

/** What `onError` was told. */
export interface Report {
  readonly error: unknown
  readonly where: ErrorPlace
}

/**
 * A room whose `hook` fails once somebody's input or message has armed it, and then for `victim` alone where it is called for a
 * player. `fail` runs on the server only.
 */
export function failing(hook: Hook, manner: Manner, { isAlwaysArmed = false } = {}) {
  const armed = { is: isAlwaysArmed, isPage: false }
  const fail = (from: Hook): unknown =>
    from === hook && armed.is && !armed.isPage ? MANNERS[manner]() : undefined
  const game = defineGame({
    name: 'failing',
    stepHz: 30,
    sendHz: 30,
    messages: jsonMessages(),
    input: { go: flag(), ring: press() },
    entities: {
      man: { x: number({ max: 10_000 }), y: number({ max: 100 }) },
      coin: { x: number({ max: 10_000 }), y: number({ max: 100 }) },
      lift: { y: number({ max: 100 }) },
    },
    events: gameEvents({ rang: {} }),
    path: {
      lift: (lift, timeMs) => {
        lift.y = (timeMs / 100) % 100
        return fail('path') as undefined
      },
    },
    clamp: { coin: () => fail('clamp') as undefined },
    move: {
      man: (man, input, ctx) => {
        man.x += Number(input.go)
        if (input.ring) ctx.emit('rang', {})
        return input.go && !ctx.replaying ? (fail('move') as undefined) : undefined
      },
    },
  })
  const room = defineRoom(game, {
    open: (world) => {
      world.spawn('lift', null)
      for (let n = 0; n < 60; n++) world.spawn('coin', null)
    },
    join: (world, player) => {
      world.spawn('man', player)
      return fail('join') as undefined
    },
    leave: () => fail('leave') as undefined,
    close: () => fail('close') as undefined,
    on: { rang: () => fail('on') as undefined },
    onMessage: () => fail('onMessage') as undefined,
    update: (world) => {
      for (const coin of world.entities('coin')) coin.x = world.random() * 150
      return fail('update') as undefined
    },
    interest: {
      at: { coin: (coin) => coin },
      from: (world, player) => {
        const failed = fail('interest')
        if (failed) return failed as never
        return world.entities('man').find((man) => man.owner === player.id) ?? null
      },
      radius: 200,
    },
    budget: { bytesPerSecond: 1800, priority: () => (fail('priority') ?? 1) as number },
  })
  const reports: Report[] = []
  const sim = new Simulation(room, { onError: (error, where) => reports.push({ error, where }) })
  return { room, sim, armed, reports }
}

/** Lets promises be kept and rejected. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
