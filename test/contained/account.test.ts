import { defineGame, flag, number, text } from 'glissade'
import { connect } from 'glissade/client'
import { connectWebSocket, defineRoom, serve } from 'glissade/node'
import type { PlayerOf, WorldOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { afterEach, expect, test } from 'vitest'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

interface Account {
  readonly id: string
  readonly gold: number
}

const game = defineGame({
  name: 'market',
  input: { go: flag() },
  entities: { stall: { x: number({ max: 100 }) } },
  move: {},
})

const market = defineRoom(game, {
  account: (): Account => ({ id: 'nobody', gold: 3 }),
  join: (world, player) => void world.spawn('stall', player, { x: player.account.gold }),
  update: (world) => {
    for (const { account } of world.players) account.gold.toFixed()
  },
  interest: { at: {}, radius: 1, from: (_world, { account }) => ({ x: account.gold, y: 0 }) },
  budget: { priority: (_entity, { account }) => account.gold },
})

test('an account has the type that the room says, wherever there is a player', async () => {
  const sim = new Simulation(market)
  sim.join()
  sim.run(200)
  const [player] = sim.room.players
  const gold: number = (player as PlayerOf<typeof market>).account.gold
  expect(gold).toBe(3)
  expect(sim.room.world.entities('stall')[0]!.x).toBeCloseTo(3, 1)
  // @ts-expect-error the account has no such field
  expect(player!.account.silver).toBe(undefined)
})

test('a function that a room calls has the types of the game, and names those of state and account', () => {
  const rich = defineRoom(game, {
    account: (): Account => ({ id: '', gold: 5 }),
    state: () => ({ gold: 0 }),
    join: note,
  })
  function note(
    { state, players }: WorldOf<typeof game, { gold: number }, Account>,
    { account }: PlayerOf<typeof game, Account>,
  ): void {
    state.gold += account.gold + players[0]!.account.gold
  }
  const sim = new Simulation(rich)
  sim.join()
  sim.run(200)
  expect(sim.room.world.state.gold).toBe(10)
})

test('`authenticate` knows the profile and the HTTP request', async () => {
  const named = defineRoom(
    defineGame({ ...game.definition, name: 'named', profile: { name: text(8) } }),
  )
  const server = await serve(named, {
    port: 0,
    authenticate: ({ profile, request }) => profile.name.length + Number(!!request.headers.host),
  })
  ends.push(() => server.close())
  const link = await connectWebSocket(server.url)
  const session = await connect(named.game, link, { profile: { name: 'Ada' } })
  ends.push(() => session.close())
  expect(server.rooms.get('named/')!.players[0]!.account).toBe(4)
})

test('`authenticate` returns such an account, or promises one', async () => {
  const server = await serve(market, {
    port: 0,
    authenticate: async ({ token }) => ({ id: token, gold: 7 }),
  })
  ends.push(() => server.close())
  const url = server.url.replace('http', 'ws')
  const session = await connect(game, await connectWebSocket(url), { token: 'Ada' })
  ends.push(() => session.close())
  expect(server.rooms.get('market/')!.players[0]!.account).toEqual({ id: 'Ada', gold: 7 })
})

test('`authenticate` that returns another one does not type-check', () => {
  const never = () => [
    // @ts-expect-error an account has gold
    serve(market, { authenticate: () => ({ id: 'Ada' }) }),
    // @ts-expect-error an account has gold
    serve(market, { authenticate: async () => ({ id: 'Ada' }) }),
    // @ts-expect-error an account is made without parameters
    defineRoom(game, { account: (name: string) => ({ name }) }),
  ]
  expect(never.length).toBe(0)
})

test('without `account`, it is unknown, and undefined where nobody authenticates', () => {
  const sim = new Simulation(defineRoom(game))
  sim.join()
  sim.run(200)
  const account: unknown = sim.room.players[0]!.account
  expect(account).toBe(undefined)
})

test('a player whom nobody authenticates comes back as the same one', () => {
  const sim = new Simulation(market)
  const client = sim.join({ reopens: true })
  sim.run(500)
  client.cut()
  sim.run(2000)
  expect(client.session.state).toBe('open')
  expect(sim.room.players.map(({ id }) => id)).toEqual([1])
})

test('an `account` that fails, or is no function, is told', () => {
  const broken = defineRoom(game, {
    account: (): Account => {
      throw new Error('no gold')
    },
  })
  const reports: unknown[][] = []
  const sim = new Simulation(broken, {
    onError: (error, { hook }) => reports.push([String(error), hook]),
  })
  const { session } = sim.join()
  sim.run(200)
  expect([session.state, reports]).toEqual(['open', [['Error: no gold', 'account']]])
  expect(() => defineRoom(game, { account: 3 as never })).toThrow('account must be a function')
})
