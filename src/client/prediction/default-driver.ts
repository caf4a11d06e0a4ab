import type { AnyGame } from '../../game/define-game.ts'
import { Pace } from '../../time/loop/pace.ts'
import type { StepDriver } from '../../time/loop/step-driver.ts'
import type { SharedTick } from './shared-tick.ts'

/** What a session's own steps follow unless it is told otherwise: what the game's server makes of late inputs decides. */
export const defaultDriver = ({ definition }: Pick<AnyGame, 'definition'>): StepDriver =>
  (definition.authority as SharedTick | undefined)?.driver() ?? new Pace()
