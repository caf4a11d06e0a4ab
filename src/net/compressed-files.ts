import { constants, createGzip } from 'node:zlib'
import { openReal, type RealFile } from './real-file.ts'

/** Compressing less than this is not worth a header. */
const LEAST_BYTES = 1024
const PIECE_BYTES = 65_536
const MOST_FILE_BYTES = 32 * 1024 * 1024
/** All that is kept. */
const MOST_BYTES = 64 * 1024 * 1024
/** A file that nobody has asked for in this time makes room for others. */
const UNUSED_MS = 600_000

/** A file that gzip has compressed, in pieces of at most 64 kB: joining them all would keep the rooms waiting. */
export interface CompressedFile {
  readonly pieces: readonly Buffer[]
  /** Of all pieces. */
  readonly bytes: number
}

interface Entry {
  readonly tag: string
  /** Null: as long as the file itself, or longer. */
  readonly body: Promise<CompressedFile | null>
  /** As many as the file has, until it is compressed. */
  bytes: number
  usedMs: number
}

/** How much is kept, and by which clock. */
export interface CompressedFilesOptions {
  /** Most bytes kept, of all files together. Default 64 MiB. */
  readonly mostBytes?: number | undefined
  /** The time in milliseconds, from any start. */
  readonly nowMs?: (() => number) | undefined
}

/**
 * Files compressed with gzip, each once, one after the other, and piece by piece on a thread of the pool: the rooms of the
 * same process go on. Gzip, because every client knows it; brotli would save a further tenth at three times the cost. A
 * file that does not fit beside those asked for in the last ten minutes is not compressed, so that asking for many files in
 * turn does not compress each of them again and again.
 */
export class CompressedFiles {
  readonly #mostBytes: number
  readonly #nowMs: () => number
  /** By path, the one unused for longest first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: CompressedFilesOptions = {}) {
    this.#mostBytes = options.mostBytes ?? MOST_BYTES
    this.#nowMs = options.nowMs ?? (() => performance.now())
  }

  /** Bytes that are kept. */
  get bytes(): number {
    return this.#bytes
  }

  /** The compressed file; null if it is better sent as it is, or cannot be read. */
  async of({ path, stats }: RealFile): Promise<CompressedFile | null> {
    if (stats.size < LEAST_BYTES || stats.size > MOST_FILE_BYTES) return null
    const tag = `${stats.size} ${stats.mtimeMs}`
    const known = this.#entries.get(path)
    if (known?.tag === tag) {
      known.usedMs = this.#nowMs()
      this.#entries.delete(path)
      this.#entries.set(path, known)
      return known.body.catch(() => null)
    }
    if (known) this.#drop(path, known)
    if (!this.#makeRoom(stats.size)) return null
    const body = this.#last.then(() => compressed(path, stats.size))
    const entry: Entry = { tag, body, bytes: stats.size, usedMs: this.#nowMs() }
    this.#entries.set(path, entry)
    this.#bytes += entry.bytes
    this.#last = body.then(
      (gzipped) => this.#settle(path, entry, gzipped?.bytes ?? 0),
      () => this.#drop(path, entry),
    )
    return body.catch(() => null)
  }

  #settle(path: string, entry: Entry, bytes: number): void {
    if (this.#entries.get(path) === entry) this.#bytes += bytes - entry.bytes
    entry.bytes = bytes
  }

  #makeRoom(bytes: number): boolean {
    const nowMs = this.#nowMs()
    for (const [path, entry] of this.#entries) {
      if (this.#bytes + bytes <= this.#mostBytes || nowMs - entry.usedMs < UNUSED_MS) break
      this.#drop(path, entry)
    }
    return this.#bytes + bytes <= this.#mostBytes
  }

  #drop(path: string, entry: Entry): void {
    if (this.#entries.get(path) !== entry) return
    this.#entries.delete(path)
    this.#bytes -= entry.bytes
  }
}

/** Null when that is no shorter than `byteLength`. */
async function compressed(path: string, byteLength: number): Promise<CompressedFile | null> {
  const file = await openReal(path)
  try {
    const content = Buffer.allocUnsafeSlow(byteLength)
    const { bytesRead } = await file.read(content, 0, byteLength)
    // It has become shorter since.
    if (bytesRead < byteLength) return null
    // All of the content comes at once, so the first write is the last.
    const gzip = createGzip({ chunkSize: PIECE_BYTES, flush: constants.Z_FINISH })
    gzip.end(content)
    const pieces: Buffer[] = []
    // A copy, because the last piece would keep 64 kB.
    for await (const piece of gzip) pieces.push(Buffer.from(piece))
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
    return bytes < byteLength ? { pieces, bytes } : null
  } finally {
    await file.close()
  }
}
