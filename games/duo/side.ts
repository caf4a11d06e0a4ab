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

/** How long somebody has to leave the keys alone before the bot goes on. */
const IDLE_MS = 10_000

/** Without a state for so long, somebody stands still: no delay is that long. */
const RESTING_MS = 600

/** Who is on a side. */
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

/** One of the two clients: a session behind a network of its own, played by whoever has the keys, or by a bot. */
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

  /** Somebody has this side's keys: the bot lets go. Call before the key is written to the input. */
  touch(): void {
    this.#touchedMs = this.#nowMs
    if (!this.#isBot) return
    this.#isBot = false
    this.session.releaseInput()
  }

  /** Its player as its own client shows it; undefined before it is there. */
  get own(): PipView | undefined {
    return ownedBy(this.#pips, this.session.playerId)
  }

  /** Another player as this client shows it. */
  shown(player: number): PipView | undefined {
    return ownedBy(this.#pips, player)
  }

  /** The moment of the server's time that this client shows a player at; NaN when it shows nothing. */
  momentOf(pip: PipView): number {
    const found = this.#inspector.look(pip)
    if (!found) return Number.NaN
    const { techniques, renderTimeMs, stats } = this.session
    // Without prediction the own player is shown where the server's last answer had it.
    if (pip.mine)
      return techniques.predict ? found.timeMs : found.timeMs - found.unanswered * platformer.stepMs
    // Without interpolation it is the newest state; of who rests, that of the newest snapshot, which repeats nothing.
    const newestMs = renderTimeMs + stats.bufferMs
    const isOld = !techniques.interpolate && newestMs - found.timeMs > RESTING_MS
    return isOld ? newestMs : found.timeMs
  }

  /** How far past its newest state `move` extrapolated the other player at most, since the last call; 0: not at all. */
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

/** A player's figure among others; undefined when it is not there. */
export function ownedBy(pips: readonly PipView[], player: number): PipView | undefined {
  for (let i = 0; i < pips.length; i++) if (pips[i]?.owner === player) return pips[i]
  return undefined
}

const isHeld = ({ left, right, down, jump }: InputOf<Game>): boolean =>
  left || right || down || jump
