import { defineRoom } from 'glissade/server'
import { companyOf } from './bots/company.ts'
import { shepherd } from './game.ts'
import { shepherdRoom } from './room.ts'
import { joinRound } from './rules/joining.ts'
import { updateRound } from './rules/rules.ts'
import { hearBark, hearBarkOf } from './rules/scaring.ts'

/**
 * `shepherdRoom` with company: bots herd for those who only watch and beside those who are alone, and leave one by one
 * as people come. While nobody is there, they stand still like everything else.
 */
export const shepherdWithBots = defineRoom(shepherd, {
  ...shepherdRoom.definition,
  join(world, player) {
    joinRound(world, player)
    // They may have been herding where those who come begin.
    if (world.state.herd?.beganAt === world.tick) companyOf(world).gather()
  },
  update(world, ctx) {
    if (world.players.length > 0) companyOf(world).step(world, ctx.tick)
    updateRound(world, ctx)
  },
  on: {
    barked(world, data, by) {
      const { driven } = companyOf(world)
      if (driven > 0) hearBarkOf(world, data, -driven)
      else hearBark(world, data, by)
    },
  },
})
