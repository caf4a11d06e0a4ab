import { sprites } from 'glissade/pixi'
import { Container } from 'pixi.js'
import type { Sight } from '../../page/sight.ts'
import { numberOf } from '../rules/numbers.ts'
import type { Bits } from './bits.ts'
import { Figure } from './figure.ts'
import type { PipView, RoundView, Scene, SceneGame } from './scene.ts'

/** How far a figure with its name reaches round its feet. */
const REACH = 46
const CONFETTI_PER_SECOND = 34

/** The players of a scene: their figures, who leads, and what their feet throw up. */
export class Cast {
  readonly root: Container = new Container({ sortableChildren: true })
  /** The page's own player, or null when there is none in the scene. */
  own: PipView | null = null
  readonly #pips: readonly PipView[]
  readonly #rounds: readonly RoundView[]
  readonly #sight: Sight
  readonly #bits: Bits
  #leader: PipView | null = null
  #confettiDue = 0
  /** Destroys it. */
  readonly close: () => void

  constructor(scene: Scene, sight: Sight, bits: Bits) {
    this.#pips = scene.entities('pip')
    this.#rounds = scene.entities('round')
    this.#sight = sight
    this.#bits = bits
    this.close = sprites<SceneGame, 'pip', Figure>(
      this.root,
      scene,
      'pip',
      (pip) => new Figure(pip),
      (figure, pip, dtSeconds) => this.#show(figure, pip, dtSeconds),
    )
  }

  /** The figure with a number, as `numberOf` has it, or undefined when it is not there. */
  of(number: number): Figure | undefined {
    const { children } = this.root
    for (let i = 0; i < children.length; i++) {
      const figure = children[i]
      if (figure instanceof Figure && figure.number === number) return figure
    }
    return undefined
  }

  /** The figure that raised an event in its `move`: that of player `by`, or, for null, the bot that was shown nearest to it. */
  raiser(by: number | null, x: number, y: number): Figure | undefined {
    if (by !== null) return this.of(by)
    let nearest: Figure | undefined
    let least = REACH
    for (const figure of this.root.children) {
      if (!(figure instanceof Figure && figure.isBot)) continue
      const away = Math.abs(figure.x - x) + Math.abs(figure.y - y)
      if (away >= least) continue
      least = away
      nearest = figure
    }
    return nearest
  }

  /** Matches figures and players. Call once per frame, before the scene's sprites. */
  look(): void {
    const round = this.#rounds[0]
    let own: PipView | null = null
    let leader: PipView | null = null
    let most = 0
    let isTied = false
    for (let i = 0; i < this.#pips.length; i++) {
      const pip = this.#pips[i]
      if (!pip) continue
      if (pip.mine) own = pip
      if (pip.coins === most) isTied = true
      if (pip.coins <= most) continue
      most = pip.coins
      leader = pip
      isTied = false
    }
    this.own = own
    this.#leader = isTied ? null : leader
    if (round?.phase === 'won') this.#leader = this.#winner(round)
  }

  /** Confetti over the winner. Call once per frame. */
  celebrate(dtSeconds: number): void {
    const round = this.#rounds[0]
    const winner = this.#leader
    if (round?.phase !== 'won' || !winner) {
      this.#confettiDue = 0
      return
    }
    // The first frame of the confetti is a burst.
    if (this.#confettiDue === 0) this.#confettiDue = 36
    this.#confettiDue += CONFETTI_PER_SECOND * dtSeconds
    for (; this.#confettiDue > 2; this.#confettiDue--)
      if (this.#sight.sees(winner.x, winner.y, 60))
        this.#bits.confetti(winner.x, winner.y - 34, round.winnerHue)
  }

  /** Null when nobody has won, or when the winner has left: no pip has the number 0. */
  #winner(round: RoundView): PipView | null {
    for (let i = 0; i < this.#pips.length; i++) {
      const pip = this.#pips[i]
      if (pip && numberOf(pip) === round.winnerId) return pip
    }
    return null
  }

  #show(figure: Figure, pip: PipView, dtSeconds: number): void {
    figure.visible = this.#sight.sees(pip.x, pip.y, REACH)
    figure.age(dtSeconds)
    if (!figure.visible) return figure.settle(pip)
    figure.show(pip, pip === this.#leader, dtSeconds)
    if (!figure.hasStepped || !pip.grounded || figure.pose.gait.run < 0.5) return
    this.#bits.kick(pip.x, pip.y, Math.sign(pip.vx))
    this.#bits.kick(pip.x, pip.y, Math.sign(pip.vx))
  }
}
