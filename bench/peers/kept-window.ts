import { constants, createDeflateRaw, createInflateRaw } from 'node:zlib'

/**
 * What stands behind Node's streams. They work through a pool of threads, and its calls that do not begin with an empty
 * window each time; the handle below them can do both at once, though no document tells of it.
 */
interface Inside {
  readonly _handle: {
    writeSync(
      flush: number,
      input: Uint8Array,
      inputAt: number,
      inputLength: number,
      output: Uint8Array,
      outputAt: number,
      outputLength: number,
    ): void
  }
  /** Room left in the output, input left to read. */
  readonly _writeState: Uint32Array
}

const MOST_BYTES = 256 * 1024
/** What ends a run that was flushed: both ends know it, so that sockets leave it out. */
const TAIL = Uint8Array.of(0, 0, 0xff, 0xff)

class Kept {
  readonly #inside: Inside
  readonly #output = new Uint8Array(MOST_BYTES)

  constructor(stream: unknown) {
    this.#inside = stream as Inside
    if (typeof this.#inside._handle?.writeSync !== 'function')
      throw new Error('this Node has no way to deflate at once with a window kept')
  }

  protected run(input: Uint8Array): Uint8Array {
    const { _handle, _writeState } = this.#inside
    const flush = constants.Z_SYNC_FLUSH
    _handle.writeSync(flush, input, 0, input.length, this.#output, 0, MOST_BYTES)
    if (_writeState[1] !== 0) throw new Error('the output is too small')
    return this.#output.subarray(0, MOST_BYTES - _writeState[0]!)
  }
}

/** Deflates one message after another, at once, each with those before it in its window of 32 kB. */
export class KeptDeflate extends Kept {
  constructor() {
    super(createDeflateRaw())
  }

  /** The bytes of a message. Borrowed until the next call. */
  write(message: Uint8Array): Uint8Array {
    const bytes = this.run(message)
    return bytes.subarray(0, bytes.length - TAIL.length)
  }
}

/** Inflates what a `KeptDeflate` has made, in the same order. */
export class KeptInflate extends Kept {
  readonly #input = new Uint8Array(MOST_BYTES)

  constructor() {
    super(createInflateRaw())
  }

  /** The message. A `Buffer`, borrowed until the next call. */
  write(bytes: Uint8Array): Uint8Array {
    this.#input.set(bytes)
    this.#input.set(TAIL, bytes.length)
    const message = this.run(this.#input.subarray(0, bytes.length + TAIL.length))
    return Buffer.from(message.buffer, message.byteOffset, message.length)
  }
}
