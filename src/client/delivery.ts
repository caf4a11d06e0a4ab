import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import { noEvent } from '../game/raised-events.ts'
import type { Inside } from './inside.ts'
import type { Emitter, Listener } from './page/emitter.ts'
import type { SessionState } from './session-options.ts'
import type { EventCode, PageEvents } from './timeline/events.ts'
import type { ClientMessages, MessageCode } from './timeline/messages.ts'
import type { PageMessages } from './timeline/page-messages.ts'
import type { Timeline } from './timeline/timeline.ts'
import type { PageSession } from './timeline/unheard-messages.ts'

/** After this long without a frame, the page counts as hidden. */
const HIDDEN_MS: Ms = 1000

/** What `Delivery` needs of its session. */
export interface DeliveryOptions extends Omit<PageSession, 'stepMs'> {
  /** See `ClientMessages`. */
  readonly isResumed: boolean
}

/** Hands the events and messages of a session to the page. `Session.on` and `Session.onMessage` say when. */
export class Delivery {
  readonly #emitter: Emitter
  /** Undefined in a game without events. */
  declare readonly events: PageEvents | undefined
  /** These two are undefined in a game without messages. */
  declare readonly messages: PageMessages | undefined
  declare readonly link: ClientMessages | undefined

  constructor(game: AnyGame, { clock, emitter, stats, isResumed }: DeliveryOptions) {
    this.#emitter = emitter
    this.events = (game.definition.events as EventCode | undefined)?.page(game, {
      emitter,
      stats,
      clock,
    })
    const messages = game.definition.messages as MessageCode | undefined
    this.messages = messages?.page({ stepMs: game.stepMs, clock, emitter, stats }, messages.named)
    this.link = messages?.link(isResumed, clock.nowMs(), messages.named, stats)
  }

  /** Returns the messages. Throws `misuse`, which names the function `what`, in a game without messages. */
  messagesFor(what: string): PageMessages {
    if (this.messages) return this.messages
    throw new GlissadeError(
      'misuse',
      `${what}: the game needs messages: gameMessages({ ... }) or jsonMessages()`,
    )
  }

  /** See `Session.on`. */
  on(event: string, listener: Listener, undone: Listener | undefined): () => void {
    return (this.events ?? noEvent(event)).on(event, listener, undone)
  }

  /**
   * Decides, after each snapshot, which own events stand and which the next frame takes back. Hands over all waiting messages if
   * the page is hidden, so that nothing is displayed that they could wait for. `frameAgeMs`: how long ago the last frame was.
   */
  settle({ prediction, timeline }: Inside, frameAgeMs: Ms): void {
    this.events?.settle(prediction.acknowledged, timeline.events!.toldAll)
    if (frameAgeMs > HIDDEN_MS) this.messages?.releaseAll()
  }

  /** Tells the page which own events were taken back, and what is due now, `sinceMs` after the previous frame. */
  release(timeline: Timeline, sinceMs: Ms): void {
    this.events?.release()
    timeline.events?.release(timeline, sinceMs)
    this.messages?.release(timeline)
  }

  /** Tells the page the new state. Unless it is open, first hands over all messages, whose moments will not be shown soon. */
  state(state: SessionState): void {
    if (state !== 'open') this.messages?.releaseAll()
    this.#emitter.call('state', state)
  }
}
