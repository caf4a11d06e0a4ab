/** A packet that has arrived. Lists of them are in the order of arrival. */
export interface Arrival {
  readonly number: number
  readonly delayMs: number
  /** On the clock that all processes of a machine share. */
  readonly atMs: number
}

/** The time on the clock that all processes of a machine share. */
export function sharedMs(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

/** Makes a packet of `size` bytes, at least 12, that says its number and when it was sent. */
export function makePacket(number: number, size: number): Buffer {
  const packet = Buffer.alloc(size)
  packet.writeUInt32LE(number, 0)
  packet.writeDoubleLE(sharedMs(), 4)
  return packet
}

/** Reads what `makePacket` wrote, in a packet that has just arrived. */
export function readPacket(bytes: Buffer): Arrival {
  const atMs = sharedMs()
  return { number: bytes.readUInt32LE(0), delayMs: atMs - bytes.readDoubleLE(4), atMs }
}
