import { opponents } from '../testing/opponents/opponents.ts'
import { glissade, glissadeAlone, glissadeInterpolation } from '../testing/score/glissade.ts'
import type { MotionContender } from '../testing/score/player.ts'

/** The players that come with the package, in the order of the tables; the first is compared with the others. */
export const contenders: readonly MotionContender[] = [
  glissade,
  glissadeAlone,
  glissadeInterpolation,
  ...opponents,
]
