import { defineRoom, GlissadeError, type Server, serve } from 'glissade/node'
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
  keep(id: string, coins: number): Promise<void>
}

export function startMarket(database: Database, port: number): Promise<Server> {
  const room = defineRoom(market, {
    account: () => ({ id: '', coins: 0 }),
    join(world, player) {
      world.spawn('trader', player, { coins: player.account.coins })
    },
    leave(world, player) {
      const trader = world.entities('trader').find(({ owner }) => owner === player.id)
      // Nothing waits for it, so its errors have to be caught here.
      if (trader) database.keep(player.account.id, trader.coins).catch(console.error)
    },
  })
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
