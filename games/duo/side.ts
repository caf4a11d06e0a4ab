import {
  type Conditions,
  type InputOf,
  Inspector,
  type Session,
  SimulatedNetwork,
} from 'glissade/client'
import type { LocalRoom } from '../local-room.ts'
import { Bot } from '../platformer/bots/bot.ts'
import { platformer } from '../platformer/game.ts'
import type { CoinView, PipView } from '../platformer/picture/scene.ts'
import type { platformerRoom } from '../platformer/room.ts'

type Game = typeof platformer

/** How long the keys have to be left alone before the bot goes on. */
const IDLE_MS = 10_000

/** A player without a state for this long stands still: no delay is that long. */
const RESTING_MS = 600

/** The player of a side. */
interface SideOptions {
  readonly name: string
  /** 0 to 359. */
  readonly hue: number
  /** Seed of its network's chance and of its bot. */
  readonly seed: number
  readonly conditions: Conditions
  /** The stretch of the level that its bot stays in. */
  readonly range: { readonly fromX: number; readonly toX: number }
}

/** One of the two clients: a session behind a network of its own. Whoever has the keys plays it, or a bot does. */
export class Side {
  readonly name: string
  readonly hue: number
  readonly session: Session<Game>
  readonly network: SimulatedNetwork
  readonly #inspector: Inspector
  readonly #bot: Bot
  readonly #pips: readonly PipView[]
  readonly #coins: readonly CoinView[]
  #touchedMs = Number.NEGATIVE_INFINITY
  #nowMs = 0
  #foreseenMs = 0
  #isBot = true

  constructor(local: LocalRoom<typeof platformerRoom>, options: SideOptions) {
    const { name, hue, seed, conditions, range } = options
    this.name = name
    this.hue = hue
    this.network = new SimulatedNetwork(conditions, { seed })
    this.session = local.join({ network: this.network, profile: { name, hue } })
    this.#inspector = new Inspector(this.session)
    this.#bot = new Bot(seed, range)
    this.#pips = this.session.entities('pip')
    this.#coins = this.session.entities('coin')
  }

  /** Whether the bot plays. */
  get isBot(): boolean {
    return this.#isBot
  }

  /** Somebody uses this side's keys, so the bot lets go. Call before the key is written to the input. */
  touch(): void {
    this.#touchedMs = this.#nowMs
    if (!this.#isBot) return
    this.#isBot = false
    this.session.releaseInput()
  }

  /** The side's player as its own client shows it, or undefined before it is there. */
  get own(): PipView | undefined {
    return ownedBy(this.#pips, this.session.playerId)
  }

  /** Another player as this client shows it. */
  shown(player: number): PipView | undefined {
    return ownedBy(this.#pips, player)
  }

  /** The moment of the server's time at which this client shows a player; NaN when it shows nothing. */
  momentOf(pip: PipView): number {
    const found = this.#inspector.look(pip)
    if (!found) return Number.NaN
    const { techniques, renderTimeMs, stats } = this.session
    // Without prediction, the client shows its own player where the server's last answer had it.
    if (pip.mine)
      return techniques.predict ? found.timeMs : found.timeMs - found.unanswered * platformer.stepMs
    // Without interpolation, the moment is that of the newest state. For a player at rest, it is that of the newest
    // snapshot, which repeats nothing.
    const newestMs = renderTimeMs + stats.bufferMs
    const isOld = !techniques.interpolate && newestMs - found.timeMs > RESTING_MS
    return isOld ? newestMs : found.timeMs
  }

  /**
   * How far `move` has extrapolated the other player past its newest state since the last call, at most; 0 if it has
   * not.
   */
  takeForeseenMs(): number {
    const foreseenMs = this.#foreseenMs
    this.#foreseenMs = 0
    return foreseenMs
  }

  /** Plays, if nobody else does, and shows the moment. Call once per frame. */
  frame(nowMs: number): void {
    this.#nowMs = nowMs
    const { session } = this
    if (!this.#isBot && isHeld(session.input)) this.#touchedMs = nowMs
    if (!this.#isBot && nowMs - this.#touchedMs > IDLE_MS) {
      this.#isBot = true
      session.releaseInput()
    }
    const { own } = this
    if (this.#isBot && own)
      this.#bot.think(own, this.#pips, this.#coins, session.ownTimeMs, session.input)
    session.frame(nowMs)
    this.#foreseenMs = Math.max(this.#foreseenMs, this.#inspector.foresight().reachMs)
  }
}

/** A player's figure among others, or undefined when it is not there. */
export function ownedBy(pips: readonly PipView[], player: number): PipView | undefined {
  for (let i = 0; i < pips.length; i++) if (pips[i]?.owner === player) return pips[i]
  return undefined
}

const isHeld = ({ left, right, down, jump }: InputOf<Game>): boolean =>
  left || right || down || jump
