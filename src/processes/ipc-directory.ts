import { GlissadeError } from '../base/error.ts'
import type { Directory } from '../directory/directory.ts'
import type { Calls } from './calls.ts'
import { DIRECTORY_CALLS, type DirectoryCall } from './directory-host.ts'

/** Numbers the directories of this process, which the other one tells apart. */
let lastView = 0

/**
 * A directory whose data another process keeps, which has a `DirectoryHost` at the other end of `calls`. Rejects as every
 * `Directory` does.
 */
export function ipcDirectory(calls: Calls): Directory {
  const view = ++lastView
  let isClosed = false
  const call = async (name: DirectoryCall, args: readonly unknown[]): Promise<unknown> => {
    if (isClosed) throw new GlissadeError('misuse', 'the directory is closed')
    return calls.ask('directory', view, name, args)
  }
  const remote = DIRECTORY_CALLS.map(
    (name) => [name, (...args: readonly unknown[]) => call(name, args)] as const,
  )
  const close = async (): Promise<void> => {
    isClosed = true
  }
  return { ...(Object.fromEntries(remote) as unknown as Directory), close }
}
