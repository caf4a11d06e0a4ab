import type { Directory } from '../directory/directory.ts'
import { memoryDirectory } from '../directory/memory.ts'
import type { DirectoryStore } from '../directory/store.ts'

/** What a process may ask of a directory in another process: everything but `close`, which ends nothing here. */
export type DirectoryCall = Exclude<keyof Directory, 'close'>

export const DIRECTORY_CALLS: readonly DirectoryCall[] = [
  'join',
  'heartbeat',
  'claim',
  'release',
  'handOver',
  'checkpoint',
  'reclaim',
  'find',
  'list',
  'processes',
  'leave',
]

/** Answers the directories of one other process, from a store in this one. Lives as long as that process. */
export class DirectoryHost {
  readonly #store: DirectoryStore
  /** The directories of that process, by its own numbers. */
  readonly #views = new Map<number, Directory>()

  constructor(store: DirectoryStore) {
    this.#store = store
  }

  /** Whether all processes are about to end, and the store with them: rooms are handed to none of them, and not stored. */
  isEnding = false

  /** Answers one call of the directory with this number. Rejects as the directory does. */
  async answer(view: number, name: DirectoryCall, args: readonly unknown[]): Promise<unknown> {
    if (this.isEnding && name === 'handOver') return 'full'
    if (this.isEnding && name === 'checkpoint') return false
    const directory = this.#views.get(view) ?? memoryDirectory(this.#store)
    this.#views.set(view, directory)
    return (directory[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args)
  }

  /** The other process has ended: its rooms are nobody's at once, and their checkpoints are kept. */
  async end(): Promise<void> {
    for (const directory of this.#views.values()) {
      // One that has not joined has nothing to leave.
      await directory.leave().catch(() => {})
    }
    this.#views.clear()
  }
}
