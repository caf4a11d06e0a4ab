import type {
  Claim,
  Directory,
  DirectoryTimes,
  ProcessLoad,
  RoomListing,
  ServerProcess,
} from './directory.ts'

/** Data that the directories of several processes share. */
export interface SharedData {
  /** The directory of one more process. */
  open(): Directory
  /** Has the lease of a process run out now. */
  lapse(id: string): Promise<void>
  /** Lets a moment pass: advances the virtual clock, or waits a moment of real time. */
  pass(): Promise<void>
  /** Frees what `open` has taken. Called after each test. */
  end(): Promise<void>
}

/** No lease runs out because a machine is slow. */
const LEASE_MS = 3_600_000
export const GAME = 'duel'
export const HASH = 0xfedc_ba98
export const IDLE: ProcessLoad = { rooms: 0, players: 0, isDraining: false }
export const NO_CHANGES = new Map<string, RoomListing>()
export const BYTES = Uint8Array.from({ length: 256 }, (_, i) => i)

/** What the tests of one kind of directory play on: data, and the directories of processes. */
export class Stage {
  readonly #share: (times: DirectoryTimes) => Promise<SharedData>
  readonly #all: Directory[] = []
  #data: SharedData | undefined

  constructor(share: (times: DirectoryTimes) => Promise<SharedData>) {
    this.#share = share
  }

  /** Begins anew, without data. */
  async begin(times: DirectoryTimes = {}): Promise<void> {
    await this.end()
    this.#data = await this.#share({ leaseMs: LEASE_MS, ...times })
  }

  async end(): Promise<void> {
    for (const directory of this.#all.splice(0)) await directory.close()
    await this.#data?.end()
    this.#data = undefined
  }

  open(): Directory {
    const directory = this.#data!.open()
    this.#all.push(directory)
    return directory
  }

  async joined(id: string, more: Partial<ServerProcess> = {}): Promise<Directory> {
    const directory = this.open()
    await directory.join(processOf(id, more))
    return directory
  }

  /** Has the lease of a process run out now. */
  lapse(id: string): Promise<void> {
    return this.#data!.lapse(id)
  }

  /** Lets time pass until something holds: for a minute, or two of virtual time. */
  async until(what: () => Promise<boolean>): Promise<void> {
    for (let n = 0; n < 1200; n++) {
      if (await what()) return
      await this.#data!.pass()
    }
    throw new Error('it has not come true')
  }
}

export function processOf(id: string, more: Partial<ServerProcess> = {}): ServerProcess {
  return { id, url: `wss://${id}.example/play`, games: { duel: HASH }, capacity: 5000, ...more }
}

/** A claim, as expected. */
export function claim(id: string, processId: string, more: Partial<Claim> = {}): Claim {
  const url = `wss://${processId}.example/play`
  const basics = { key: `duel/${id}`, processId, url, term: 1 }
  return { ...basics, isMine: false, isNew: false, saved: null, ...more }
}

export async function claimed(directory: Directory, id: string): Promise<Claim> {
  const answer = await directory.claim(GAME, id, HASH, { reserveForMs: 600_000 })
  if (answer === 'full') throw new Error(`no process takes ${id}`)
  return answer
}

export async function own(directory: Directory, id: string): Promise<Claim> {
  const answer = await directory.claim(GAME, id, HASH, { preferSelf: true })
  if (answer === 'full' || !answer.isMine) throw new Error(`the process does not get ${id}`)
  return answer
}

export function place(players: number) {
  return { players, maxPlayers: 4 }
}

export function listing(players: number, about: RoomListing['about'] = {}): RoomListing {
  return { ...place(players), isPrivate: false, isLocked: false, about }
}
