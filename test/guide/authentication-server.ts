import { defineRoom, GlissadeError, type Server, serve } from 'glissade/node'
import type { PlayerOf, WorldOf } from 'glissade/server'
import { market } from './authentication.ts'

/** What a database knows of a user. */
interface User {
  readonly id: string
  readonly coins: number
  /** Milliseconds since 1970; 0: the user is not banned. */
  readonly bannedUntil: number
}

interface Database {
  /** Resolves to null if nobody has this token. */
  userOf(token: string): Promise<User | null>
  addCoins(id: string, coins: number): Promise<void>
  /** Resolves when everything is written. */
  end(): Promise<void>
}

interface Account {
  readonly id: string
  coins: number
}

const SAVE_STEPS = 60 * market.stepHz

export function startMarket(database: Database, port: number): Promise<Server> {
  const room = defineRoom(market, {
    account: (): Account => ({ id: '', coins: 0 }),
    join(world, player) {
      const { id, coins } = player.account
      if (world.players.some((other) => other !== player && other.account.id === id))
        throw new GlissadeError('refused', 'you are playing already')
      world.spawn('trader', player, { coins })
    },
    update(world, { tick }) {
      if (tick % SAVE_STEPS === 0) for (const player of world.players) save(world, player)
    },
    leave: save,
  })

  function save(
    world: WorldOf<typeof market, unknown, Account>,
    { id, account }: PlayerOf<typeof market, Account>,
  ): void {
    const trader = world.entities('trader').find(({ owner }) => owner === id)
    const earned = (trader?.coins ?? account.coins) - account.coins
    if (earned === 0) return
    account.coins += earned
    database.addCoins(account.id, earned).catch((error) => {
      account.coins -= earned
      console.error(error)
    })
  }

  return serve(room, {
    port,
    authenticate: async ({ token }) => {
      const user = await database.userOf(token)
      if (!user) throw new GlissadeError('refused', 'please log in again')
      const { id, coins, bannedUntil } = user
      const until = new Date(bannedUntil).toDateString()
      if (bannedUntil > Date.now())
        throw new GlissadeError('refused', `you are banned until ${until}`)
      return { id, coins }
    },
  })
}

/** Sends a player away. From now on, `authenticate` has to refuse this player. */
export function kick(server: Server, id: string, words: string): void {
  for (const { world } of server.rooms.values())
    for (const player of world.players) if (player.account.id === id) world.kick(player, words)
}

/** For the end of the process: `process.once('SIGTERM', () => stop(server, database))`. */
export async function stop(server: Server, database: Database): Promise<void> {
  // Calls `leave` for everybody.
  await server.close()
  await database.end()
  process.exit()
}
