import { wholeGrid } from './board.ts'
import { tumbling } from './bodies.ts'
import { turning } from './cars.ts'
import type { SceneKind } from './cast.ts'
import { fiveKinds } from './five-kinds.ts'
import { pushedScene } from './pushed.ts'
import { projectiles } from './shots.ts'
import { rarelyChanging } from './units.ts'
import { stopAndGo } from './walkers.ts'

/** The workloads that codings are judged by: movement, and much else that games tell. */
export const SCENES: readonly SceneKind[] = [
  pushedScene('A', 'drawn'),
  pushedScene('B', 'stretches'),
  pushedScene('70 % move', 'drawn', { share: 0.7, hurts: 0.1 }),
  turning,
  stopAndGo,
  projectiles,
  rarelyChanging,
  tumbling,
  wholeGrid,
  fiveKinds,
  pushedScene('enter and leave', 'drawn', { replaced: true }),
]
