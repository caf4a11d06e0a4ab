import type { BallView, PipView, SceneGame } from '../../games/platformer/picture/scene.ts'
import { TurnedScene, type Writable } from './turned-scene.ts'

/** A snowball that a test may move. */
export type StageBall = Writable<BallView>
/** A player that a test may move. */
export type Pip = Writable<PipView>

/** A scene of the platformer, turned by hand. */
export class Stage extends TurnedScene<SceneGame> {
  readonly pips: Pip[] = []
  readonly balls: StageBall[] = []
  readonly coins: { id: number; x: number; y: number }[] = []
  readonly platforms: { id: number; index: number; x: number; y: number }[] = []
  readonly rounds: { id: number; phase: string; winnerId: number; winnerHue: number }[] = []

  protected readonly lists = {
    pip: this.pips,
    ball: this.balls,
    coin: this.coins,
    platform: this.platforms,
    round: this.rounds,
  }

  throw(id: number, x: number, y: number, more: Partial<StageBall> = {}): StageBall {
    const ball = { id, owner: 1, kind: 'ball', mine: false, x, y, vx: 200, vy: 0, isOver: false }
    const made = { ...ball, ...more } as StageBall
    this.balls.push(made)
    return made
  }

  join(id: number, x: number, y: number, more: Partial<Pip> = {}): Pip {
    const pip = { id, owner: id, kind: 'pip', mine: false, x, y, vx: 0, vy: 0, hue: 200 + id }
    const rest = { facing: 'right', grounded: true, platform: 0, coins: 0, name: `P${id}` }
    const made = { ...pip, ...rest, ...more } as Pip
    this.pips.push(made)
    return made
  }
}
