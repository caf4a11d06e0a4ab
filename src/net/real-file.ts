import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'

const CHUNK_BYTES = 65_536
/** Opens for reading, and fails on a symbolic link. A real path has none, unless somebody has put one there since. */
const READ_REAL = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)

/** The file or folder that a name leads to after all symbolic links. */
export interface RealFile {
  /** A path without symbolic links. */
  readonly path: string
  readonly stats: Stats
}

/**
 * Finds the file or folder at `name` in a folder. Returns undefined if nothing is there, or if symbolic links lead out of the
 * folder or to a name that begins with a dot.
 */
export async function findReal(folder: string, name: string): Promise<RealFile | undefined> {
  try {
    const root = await realpath(folder)
    const path = await realpath(join(folder, name))
    return isShown(relative(root, path)) ? { path, stats: await lstat(path) } : undefined
  } catch {
    return undefined
  }
}

/** Opens a path that `findReal` has returned. Rejects if nothing is there any more. The caller closes it. */
export function openReal(path: string): Promise<FileHandle> {
  return open(path, READ_REAL)
}

/**
 * Reads the first `byteLength` bytes of a file that `findReal` has returned, in chunks of at most 64 kB. Each chunk is
 * borrowed until the next is requested. Throws if the file is gone, or has become shorter.
 */
export async function* readReal(path: string, byteLength: number): AsyncGenerator<Buffer> {
  const file = await openReal(path)
  try {
    // One buffer serves for a whole file. With a new one for each chunk, the rooms would wait for the garbage collector.
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK_BYTES, byteLength))
    for (let left = byteLength; left > 0; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(CHUNK_BYTES, left))
      if (bytesRead === 0) throw new Error('the file became shorter while it was read')
      left -= bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

/** Whether no part of a relative path begins with a dot. `..` begins with one too. */
function isShown(name: string): boolean {
  return !isAbsolute(name) && name.split(sep).every((part) => !part.startsWith('.'))
}
