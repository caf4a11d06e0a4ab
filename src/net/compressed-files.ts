import { constants, createGzip } from 'node:zlib'
import { openReal, type RealFile } from './real-file.ts'

/** Smaller files are not worth the header of a compressed one. */
const LEAST_BYTES = 1024
const PIECE_BYTES = 65_536
const MOST_FILE_BYTES = 32 * 1024 * 1024
/** The default limit for all kept files together. */
const MOST_BYTES = 64 * 1024 * 1024
/** After this time without a request, a file may be dropped for others. */
const UNUSED_MS = 600_000

/** A file compressed with gzip, in pieces of at most 64 kB, because joining them would keep the rooms waiting. */
export interface CompressedFile {
  readonly pieces: readonly Buffer[]
  /** The length of all pieces together. */
  readonly bytes: number
}

interface Entry {
  readonly tag: string
  /** Null when the compressed file is no shorter than the file itself. */
  readonly body: Promise<CompressedFile | null>
  /** The size of the file, until it is compressed. */
  bytes: number
  usedMs: number
}

/** The size limit and the clock of `CompressedFiles`. */
export interface CompressedFilesOptions {
  /** The most bytes kept, for all files together. Default 64 MiB. */
  readonly mostBytes?: number | undefined
  /** Returns the time in milliseconds, from any start. Default: `performance.now`. */
  readonly nowMs?: (() => number) | undefined
}

/**
 * Compresses each file once with gzip, one after the other and piece by piece, on a thread of the pool, so that the rooms of
 * the same process go on. Every client knows gzip; brotli would save a further tenth at three times the cost. A file that
 * does not fit beside those requested in the last ten minutes is not compressed. Requests for many files in turn therefore do
 * not compress each file again and again.
 */
export class CompressedFiles {
  readonly #mostBytes: number
  readonly #nowMs: () => number
  /** By path. The file unused for longest comes first. */
  readonly #entries = new Map<string, Entry>()
  #bytes = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: CompressedFilesOptions = {}) {
    this.#mostBytes = options.mostBytes ?? MOST_BYTES
    this.#nowMs = options.nowMs ?? (() => performance.now())
  }

  get bytes(): number {
    return this.#bytes
  }

  /** Returns the compressed file, or null if the file is better sent as it is or cannot be read. */
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

/** Returns null when the result is no shorter than `byteLength`. */
async function compressed(path: string, byteLength: number): Promise<CompressedFile | null> {
  const file = await openReal(path)
  try {
    const content = Buffer.allocUnsafeSlow(byteLength)
    const { bytesRead } = await file.read(content, 0, byteLength)
    // The file has become shorter since.
    if (bytesRead < byteLength) return null
    // The whole content is written at once, so the first write is the last.
    const gzip = createGzip({ chunkSize: PIECE_BYTES, flush: constants.Z_FINISH })
    gzip.end(content)
    const pieces: Buffer[] = []
    // Copies each piece, because the last piece would keep a buffer of 64 kB.
    for await (const piece of gzip) pieces.push(Buffer.from(piece))
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
    return bytes < byteLength ? { pieces, bytes } : null
  } finally {
    await file.close()
  }
}
