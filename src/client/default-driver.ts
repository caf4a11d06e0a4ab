import { InputLead } from '../clock/input-lead.ts'
import { Pace } from '../clock/pace.ts'
import type { StepDriver } from '../clock/step-driver.ts'
import type { AnyGame } from '../game/define-game.ts'

/** What a session's own steps follow unless it is told otherwise: what the game's server makes of late inputs decides. */
export const defaultDriver = ({ authority }: Pick<AnyGame, 'authority'>): StepDriver =>
  authority === 'tick' ? new InputLead() : new Pace()
