import { defineRoom } from 'glissade/server'
import { Company, type CompanyState } from './bots/company.ts'
import type { SavedRoomBot } from './bots/room-bot.ts'
import { shepherd } from './game.ts'
import { shepherdRoom } from './room.ts'
import { joinRound } from './rules/joining.ts'
import { updateRound } from './rules/rules.ts'
import { restoreHerd, type SavedHerd, saveHerd } from './rules/saving.ts'
import { hearBark, hearBarkOf } from './rules/scaring.ts'

/** The state of a room with bots as plain data. */
interface Saved {
  readonly herd: SavedHerd | null
  readonly bots: readonly SavedRoomBot[]
}

/**
 * `shepherdRoom` with company: bots herd for those who only watch and beside those who are alone, and leave one by one
 * as people come. While nobody is there, they stand still like everything else.
 */
export const shepherdWithBots = defineRoom(shepherd, {
  ...shepherdRoom.definition,
  state: (): CompanyState => ({ herd: null, company: new Company() }),
  save: (state): Saved => ({ herd: saveHerd(state), bots: state.company.save() }),
  restore: ({ herd, bots }: Saved) => ({ ...restoreHerd(herd), company: new Company(bots) }),
  join(world, player) {
    joinRound(world, player)
    // They may have been herding where those who come begin.
    const { herd, company } = world.state
    if (herd?.beganAt === world.tick) company.gather(world)
  },
  update(world, ctx) {
    if (world.players.length > 0) world.state.company.step(world, ctx.tick)
    updateRound(world, ctx)
  },
  on: {
    barked(world, data, by) {
      const { driven } = world.state.company
      if (driven > 0) hearBarkOf(world, data, -driven)
      else hearBark(world, data, by)
    },
  },
})
