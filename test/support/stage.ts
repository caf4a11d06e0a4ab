import type { PipView, SceneGame } from '../../games/platformer/picture/scene.ts'
import { TurnedScene, type Writable } from './turned-scene.ts'

/** A player that a test may move. */
export type Pip = Writable<PipView>

/** A scene of the platformer, turned by hand. */
export class Stage extends TurnedScene<SceneGame> {
  readonly pips: Pip[] = []
  readonly coins: { id: number; x: number; y: number }[] = []
  readonly platforms: { id: number; index: number; x: number; y: number }[] = []
  readonly rounds: { id: number; phase: string; winnerId: number; winnerHue: number }[] = []

  protected readonly lists = {
    pip: this.pips,
    coin: this.coins,
    platform: this.platforms,
    round: this.rounds,
  }

  join(id: number, x: number, y: number, more: Partial<Pip> = {}): Pip {
    const pip = { id, owner: id, kind: 'pip', mine: false, x, y, vx: 0, vy: 0, hue: 200 + id }
    const rest = { facing: 'right', grounded: true, platform: 0, coins: 0, name: `P${id}` }
    const made = { ...pip, ...rest, ...more } as Pip
    this.pips.push(made)
    return made
  }
}
