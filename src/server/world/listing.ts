import { misuse, shown } from '../../base/settings.ts'
import { checkAbout } from '../../directory/checks.ts'
import type { About } from '../../directory/directory.ts'
import { type Archive, archiveWhole } from '../save/archive.ts'

/** What makes a room different from others of its game. */
export interface RoomDetails {
  /** What players choose it by. Default: nothing. */
  readonly about?: About | undefined
  /** Whether only those who know its id find it. Default: false. */
  readonly isPrivate?: boolean | undefined
  /** Most players at once, 1 or more. Default, and at most: as many as in the server's other rooms of the game. */
  readonly maxPlayers?: number | undefined
}

/** Returns a copy of a room's details. Throws `misuse` for an invalid one. */
export function checkDetails({
  about = {},
  isPrivate = false,
  maxPlayers,
}: RoomDetails): RoomDetails {
  if (typeof isPrivate !== 'boolean') misuse('isPrivate', shown(isPrivate), 'true or false')
  if (maxPlayers !== undefined && !(Number.isInteger(maxPlayers) && maxPlayers >= 1))
    misuse('maxPlayers', shown(maxPlayers), 'a whole number, at least 1')
  return { about: checkAbout(about), isPrivate, maxPlayers }
}

/** How a room presents itself to players who look for one. It is saved with the room. */
export class Listing {
  isPrivate: boolean
  /** Whether the room takes no new players for now. */
  isLocked = false
  #about: About
  /** Most players if these are fewer than in other rooms; 0: as many. */
  #maxPlayers: number

  /** Throws `misuse` for an invalid detail. */
  constructor(details: RoomDetails = {}) {
    const { about, isPrivate, maxPlayers } = checkDetails(details)
    this.#about = about!
    this.isPrivate = isPrivate!
    this.#maxPlayers = maxPlayers ?? 0
  }

  get about(): About {
    return this.#about
  }

  /** Throws `misuse` unless it is as `About` says. */
  set about(about: About) {
    this.#about = checkAbout(about)
  }

  /** Returns the most players of the room if its server allows so many. */
  mostPlayers(ofServer: number): number {
    return Math.min(ofServer, this.#maxPlayers || ofServer)
  }

  archive(archive: Archive): void {
    this.#about = checkAbout(archive.data(this.#about, 'about'))
    this.isPrivate = archive.flag(this.isPrivate)
    this.isLocked = archive.flag(this.isLocked)
    this.#maxPlayers = archiveWhole(archive, this.#maxPlayers, 0, 2 ** 31)
  }
}
