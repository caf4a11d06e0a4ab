import { BitReader, BitWriter } from 'glissade/parts'

const writer = new BitWriter()
const reader = new BitReader()

/** A player in 22 bits and 8 per letter: x from 0 to 800 in steps of 1/64, one of four poses, a short name. */
export function pack(x: number, pose: number, name: string): Uint8Array {
  writer.reset()
  writer.write(Math.round(x * 64), 16)
  writer.write(pose, 2)
  writer.text(name, 4)
  writer.align()
  return writer.view() // borrowed until the next packet
}

/** Reads what `pack` wrote. Returns null for bytes that `pack` cannot have written. */
export function unpack(bytes: Uint8Array): { x: number; pose: number; name: string } | null {
  reader.start(bytes)
  const x = reader.upTo(51_200, 16) / 64
  const pose = reader.upTo(3, 2)
  const name = reader.text(15, 4)
  return reader.finished() && !reader.failed ? { x, pose, name } : null
}
