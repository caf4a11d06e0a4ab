import type { Ms, SubTick } from '../base/units.ts'
import type { RoomHost } from './host.ts'
import type { AwayPlayers } from './players/away-players.ts'
import type { RoomClock } from './room-clock.ts'
import { type Archive, archiveFinite } from './save/archive.ts'

/** How long a client may send nothing before it counts as gone. Every client sends more than 2 packets a second. */
export const TIMEOUT_MS: Ms = 10_000

/** Leaves out the time for which the process stood still, for connected and away players alike. */
export class Pauses {
  readonly #room: RoomHost
  readonly #clock: RoomClock
  readonly #awayPlayers: AwayPlayers
  /** Time left out that makes no whole step yet. Players' stamps leave out whole steps. */
  #unstampedMs: Ms = 0

  constructor(room: RoomHost, clock: RoomClock, awayPlayers: AwayPlayers) {
    this.#room = room
    this.#clock = clock
    this.#awayPlayers = awayPlayers
  }

  archive(archive: Archive): void {
    this.#unstampedMs = archiveFinite(archive, this.#unstampedMs)
  }

  /** Call it before anything else at `nowMs`. `due`: when the next step or network tick is due. Creates no object. */
  leaveOut(nowMs: Ms, due: SubTick): void {
    const leftOutMs = this.#clock.leaveOut(nowMs, due)
    if (leftOutMs === 0) return
    const { stats, game, peerList } = this.#room
    stats.skippedMs += leftOutMs
    // A client that hears nothing for longer gives up, and makes no more inputs. Ids have 16 bits on the wire.
    this.#unstampedMs += Math.min(leftOutMs, TIMEOUT_MS)
    const steps = Math.floor(this.#unstampedMs / game.stepMs)
    this.#unstampedMs -= steps * game.stepMs
    for (const peer of peerList) peer.leaveOut(leftOutMs, steps)
    this.#awayPlayers.leaveOut(leftOutMs, steps)
  }
}
