import { GlissadeError } from '../base/error.ts'
import type { Ms } from '../base/units.ts'
import type { AnyGame } from '../game/define-game.ts'
import { noEvent } from '../game/raised-events.ts'
import type { Inside } from './inside.ts'
import type { Emitter, Listener } from './page/emitter.ts'
import type { SessionState } from './session-options.ts'
import type { EventCode, PageEvents } from './timeline/events.ts'
import type { MessageCode } from './timeline/messages.ts'
import type { PageMessages } from './timeline/page-messages.ts'
import type { Timeline } from './timeline/timeline.ts'

/** After this long without a frame, the page counts as hidden. */
const HIDDEN_MS: Ms = 1000

/** Hands the events and messages of a session to the page. `Session.on` and `onMessage` say when each comes. */
export class Delivery {
  readonly #emitter: Emitter
  /** Undefined in a game without any. */
  declare readonly events: PageEvents | undefined
  /** Undefined in a game without any. */
  declare readonly messages: PageMessages | undefined

  constructor(game: AnyGame, emitter: Emitter) {
    this.#emitter = emitter
    this.events = (game.definition.events as EventCode | undefined)?.page(game, emitter)
    const messages = game.definition.messages as MessageCode | undefined
    this.messages = messages?.page(game.stepMs, emitter, messages.named)
  }

  /** The messages; throws `misuse` for `what` in a game without any. */
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

  /** A snapshot was read: decides which own events stand, and which are taken back in the next frame. */
  settleOwnEvents({ prediction, timeline }: Inside): void {
    this.events?.settle(prediction.acknowledged, timeline.events!.toldAll)
  }

  /**
   * A snapshot was read; the last frame is `frameAgeMs` ago. In a hidden page nothing is on display, so messages come
   * without waiting.
   */
  releaseIfHidden(frameAgeMs: Ms): void {
    if (frameAgeMs > HIDDEN_MS) this.messages?.releaseAll()
  }

  /** Tells the page which own events were taken back, and hands over what is due at the timeline's render time. */
  release(timeline: Timeline, afterGap: boolean): void {
    this.events?.release()
    timeline.events?.release(timeline, afterGap)
    this.messages?.release(timeline)
  }

  /** The session's state has changed. Unless it is open, nothing that messages could wait for will be on display soon. */
  state(state: SessionState): void {
    try {
      if (state !== 'open') this.messages?.releaseAll()
    } finally {
      this.#emitter.call('state', state)
    }
  }
}
