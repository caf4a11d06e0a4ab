import { defineRoom } from 'glissade/server'
import { cubes } from './game.ts'
import { closeYard, joinYard, leaveYard, openYard, updateYard } from './rules/rules.ts'
import { restoreYard, saveYard } from './rules/saving.ts'
import type { YardState } from './rules/yard.ts'

/** What only the server has of Cubes: the physics, the colours and the company. */
export const cubesRoom = defineRoom(cubes, {
  state: (): YardState => ({ yard: null }),
  save: saveYard,
  restore: restoreYard,
  open: openYard,
  join: joinYard,
  leave: leaveYard,
  close: closeYard,
  update: updateYard,
  limits: { maxPlayers: 16 },
})
