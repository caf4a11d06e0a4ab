import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { WrongArguments } from '../../src/score/command/arguments.ts'

/** How many cubes a frame has; the first is the player's. */
export const CUBES = 901
/**
 * What is known of a cube, all in whole numbers: which component of its orientation is the largest, the other three in
 * 9 bits each, its position in 1/512 m, and whether the player has to do with it.
 */
export const CUBE_FIELDS = ['largest', 'a', 'b', 'c', 'x', 'y', 'z', 'interacting'] as const
/** How many numbers that is. */
export const CUBE_WIDTH: number = CUBE_FIELDS.length
/** Frames per second. */
export const CUBES_HZ = 60

const COLUMNS = CUBES * CUBE_WIDTH

/** A recording of cubes that are pushed about. */
export interface Recording {
  readonly frames: number
  /** `CUBE_WIDTH` numbers of each cube of each frame. */
  readonly values: Int32Array
}

/** Reads a recording that was packed. Throws `WrongArguments` where it is none. */
export function readRecording(file: string): Recording {
  try {
    return unpackRecording(readFileSync(file))
  } catch (error) {
    throw new WrongArguments(`--data ${file}: ${(error as Error).message.split('\n')[0]}`)
  }
}

/**
 * Undoes the packing. It went: each number of each cube becomes a row of its differences from frame to frame, the first
 * from 0; their signs go to the lowest bit; all low bytes come before all high bytes; brotli.
 */
export function unpackRecording(packed: Uint8Array): Recording {
  const bytes = brotliDecompressSync(packed)
  const frames = bytes.length / (2 * COLUMNS)
  if (frames < 1 || !Number.isInteger(frames))
    throw new Error(`${bytes.length} bytes are no whole number of frames of ${2 * COLUMNS}`)
  const values = new Int32Array(frames * COLUMNS)
  const highs = bytes.subarray(frames * COLUMNS)
  for (let column = 0; column < COLUMNS; column++) {
    let value = 0
    for (let frame = 0; frame < frames; frame++) {
      const at = column * frames + frame
      const folded = bytes[at]! | (highs[at]! << 8)
      value += folded & 1 ? -(folded + 1) / 2 : folded / 2
      values[frame * COLUMNS + column] = value
    }
  }
  return { frames, values }
}
