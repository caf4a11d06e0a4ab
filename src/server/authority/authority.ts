import type { RoomHost } from '../host.ts'
import type { InputAuthority } from './input-steps.ts'
import { Inputs } from './inputs.ts'
import { TickInputs } from './tick-inputs.ts'

/** What a room does with inputs, as its game's `authority` says. */
export function inputsOf(room: RoomHost): InputAuthority {
  return room.game.authority === 'tick' ? new TickInputs(room) : new Inputs(room)
}
