import { expect, test } from 'vitest'
import { FrameAllowance } from './frame-allowance.ts'

/** Returns how many of something are taken at once. */
function count(take: () => boolean): number {
  for (let taken = 0; taken < 100_000; taken++) if (!take()) return taken
  return Infinity
}

test('a socket has 2.5 ms of reads, packets and control frames at first, 60 ms after a rest, 20 ms a second', () => {
  for (const [take, costUs] of [
    [(frames: FrameAllowance, nowMs: number) => frames.takeRead(0, nowMs), 22],
    [(frames: FrameAllowance, nowMs: number) => frames.takeRead(64_000, nowMs), 150],
    [(frames: FrameAllowance, nowMs: number) => frames.takePacket(nowMs), 2],
    [(frames: FrameAllowance, nowMs: number) => frames.takeControl(nowMs), 200],
  ] as const) {
    const frames = new FrameAllowance(0)
    expect(count(() => take(frames, 0))).toBe(Math.floor(2500 / costUs))
    const rested = new FrameAllowance(0)
    expect(count(() => take(rested, 99_000))).toBe(Math.floor(60_000 / costUs))
    expect(count(() => take(rested, 100_000)) - 20_000 / costUs).toBeLessThan(1)
  }
})

test('five seconds of a client at its fastest are taken at once, each packet read on its own', () => {
  const frames = new FrameAllowance(0)
  let isTaken = true
  for (let packet = 0; packet < 5 * 256; packet++)
    isTaken &&= frames.takeRead(1200, 5000) && frames.takePacket(5000)
  expect(isTaken).toBe(true)
})
