import type { MakeCodec } from './codec.ts'
import { CUBE_FIELDS, CUBE_WIDTH, CUBES, CUBES_HZ, type Recording } from './cubes.ts'

/** The ages of baselines, in frames, that the recording is coded at. */
export const CUBE_AGES: readonly number[] = [1, 3, 6]
/** The frames before this one are all alike; what is published of such recordings begins with it. */
const FIRST = 6

/** What the packets of the recording take. */
export interface CubesTaken {
  readonly name: string
  readonly age: number
  readonly packets: number
  /** The mean packet. */
  readonly bytes: number
  readonly kbps: number
  /** The mean, in us: a figure of this machine. */
  readonly encodeUs: number
  readonly decodeUs: number
}

/** Encodes and decodes every frame of the recording, checks every number of it. Throws where one is wrong. */
export function measureCubes(
  { frames, values }: Recording,
  make: MakeCodec,
  age: number,
): CubesTaken {
  const codec = make()
  const out = new Float64Array(CUBES * CUBE_WIDTH)
  let bytes = 0
  let encodeNs = 0
  let decodeNs = 0
  for (let frame = 1; frame < frames; frame++) {
    codec.stage?.(frame)
    const started = process.hrtime.bigint()
    const length = codec.encode(frame, Math.min(frame, age))
    const between = process.hrtime.bigint()
    codec.decode()
    const ended = process.hrtime.bigint()
    codec.show(out)
    check(codec.name, frame, out, values)
    if (frame < FIRST) continue
    bytes += length
    encodeNs += Number(between - started)
    decodeNs += Number(ended - between)
  }
  const packets = frames - FIRST
  return {
    name: codec.name,
    age,
    packets,
    bytes: bytes / packets,
    kbps: ((bytes / packets) * CUBES_HZ * 8) / 1000,
    encodeUs: encodeNs / packets / 1000,
    decodeUs: decodeNs / packets / 1000,
  }
}

function check(name: string, frame: number, out: Float64Array, values: Int32Array): void {
  const from = frame * out.length
  for (let i = 0; i < out.length; i++) {
    if (out[i] === values[from + i]) continue
    const cube = Math.floor(i / CUBE_WIDTH)
    const field = CUBE_FIELDS[i % CUBE_WIDTH]
    throw new Error(
      `${name}: ${field} of cube ${cube} in frame ${frame} is ${out[i]}, not ${values[from + i]}`,
    )
  }
}
