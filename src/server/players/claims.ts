import type { Held, ResumeKey } from '../../wire/packets/handshake.ts'
import type { Hooks } from '../world/hooks.ts'
import type { Player } from '../world/world.ts'
import { checkedKey, isSameKey, randomKey } from './new-key.ts'
import { isSameAccount, type SameAccount } from './same-account.ts'

/** What a client shows to be an earlier player again. */
export interface Claim {
  /** Zeros for no key. */
  readonly resumeKey: ResumeKey
  /** What `authenticate` returned this time; undefined without one. */
  readonly account: unknown
}

/** The resume key of a client that shows none. */
export const NO_RESUME_KEY: ResumeKey = [0, 0]

/** A player who is let into a room. */
export interface Newcomer {
  /** As it was read from HELLO. */
  readonly profile: object
  /** What `authenticate` returned. */
  readonly account?: unknown
  /** What the client showed to be an earlier player again. */
  readonly resumeKey?: ResumeKey | undefined
  /** What the client has of an earlier connection; default: nothing. */
  readonly held?: Held | undefined
  /** The place of its link among those accepted; default 0. */
  readonly order?: number | undefined
}

/** A player's account, and the resume key that the player was given. */
interface Claimed {
  readonly player: Player
  readonly resumeKey: ResumeKey
}

/** Makes the resume keys of a room, and decides who may use them. */
export class Claims {
  readonly #hooks: Hooks
  readonly #newKey: () => ResumeKey
  readonly #sameAccount: SameAccount

  /** See `RoomOptions`. */
  constructor(
    hooks: Hooks,
    newKey: (() => ResumeKey) | undefined = randomKey,
    sameAccount: SameAccount | undefined = isSameAccount,
  ) {
    this.#hooks = hooks
    this.#newKey = newKey
    this.#sameAccount = sameAccount
  }

  /** Returns a key for a new player. Throws `misuse` when `newKey` returns an invalid one. */
  newKey(): ResumeKey {
    return checkedKey(this.#newKey())
  }

  /** Whether a claim belongs to the player who has this place. The key alone is not enough. */
  isFor({ player, resumeKey }: Claimed, claim: Claim): boolean {
    if (!isSameKey(resumeKey, claim.resumeKey)) return false
    // An error or a promise is not an answer, and counts as no.
    const { account } = player
    const isSame = () => this.#sameAccount(account, claim.account)
    return this.#hooks.ask('sameAccount', player, isSame) === true
  }
}
