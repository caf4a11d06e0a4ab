import { defineGame, flag, number } from 'glissade'
import { expect, test } from 'vitest'
import type { Link, LinkReceiver } from '../../link/link.ts'
import { BitWriter } from '../../wire/bits.ts'
import { emptyInputHead, InputRows, writeInput } from '../../wire/packets/input-packet.ts'
import * as PACKET from '../../wire/packets/packet.ts'
import { emptySnapshotHead, writeSnapshotHead } from '../../wire/packets/snapshot-head.ts'
import { Probe } from './probe.ts'
import { emptyTally } from './tally.ts'

const game = defineGame({
  name: 'probed',
  input: { left: flag() },
  entities: { dot: { x: number({ max: 8 }) } },
})

/** A probe between a session, which is this test, and a link that this test delivers to. */
function probed(kind: Link['kind'] = 'ordered') {
  const tally = emptyTally()
  const time = { nowMs: 0 }
  const probe = new Probe(game, {
    tally: () => tally,
    nowMs: () => time.nowMs,
  })
  const writer = new BitWriter()
  const rows = new InputRows(game.inputSchema, 256)
  let inner: LinkReceiver | undefined
  const passed: Uint8Array[] = []
  const came: number[] = []
  const bare: Link = {
    kind,
    isOpen: true,
    bufferedBytes: 3,
    open: (receiver) => {
      inner = receiver
    },
    send: (bytes) => passed.push(bytes.slice()),
    close: () => {},
  }
  let link = probe.wrap(bare)
  const open = (): void => link.open({ packet: (_, atMs) => came.push(atMs), closed: () => {} })
  open()
  return {
    tally,
    time,
    probe,
    passed,
    came,
    link: () => link,
    /** The session goes on with another link. */
    reopen: () => {
      link = probe.wrap(bare)
      open()
    },
    input: (newest: number, count = 1) => {
      const head = { ...emptyInputHead(), newest, count }
      writeInput(writer, game.inputSchema, head, rows, kind === 'ordered')
      link.send(writer.view())
    },
    snapshot: (atMs: number, more: Partial<ReturnType<typeof emptySnapshotHead>> = {}) => {
      const [sequence, tick] = kind === 'ordered' ? [-1, -1] : [7, 9]
      writeSnapshotHead(writer, {
        ...emptySnapshotHead(),
        distance: 1,
        tick,
        sequence,
        ...more,
      })
      inner!.packet(writer.toBytes(), atMs)
    },
    other: (bytes: Uint8Array, atMs: number) => inner!.packet(bytes, atMs),
  }
}

test('a gap is the time between two snapshots, whatever comes between them', () => {
  const { tally, snapshot, other, came } = probed()
  snapshot(1000)
  other(Uint8Array.of(PACKET.message, 1, 2), 1020)
  snapshot(1050)
  snapshot(1170)
  expect(tally.gapMs).toMatchObject({ total: 2, max: 120 })
  expect(came).toEqual([1000, 1020, 1050, 1170])
})

test('a gap after a quiet snapshot does not count: the server has nothing to tell', () => {
  const { tally, snapshot } = probed()
  snapshot(1000)
  snapshot(1050, { isQuiet: true })
  snapshot(1300, { isQuiet: true })
  snapshot(1550)
  snapshot(1600)
  expect(tally.gapMs).toMatchObject({ total: 2, max: 50 })
})

test('a gap while the connection is replaced counts', () => {
  const { tally, snapshot, reopen } = probed()
  snapshot(1000)
  reopen()
  snapshot(1800, { distance: 0, tick: 5 })
  expect(tally.gapMs).toMatchObject({ total: 1, max: 800 })
})

test('silence at the end counts from two intervals on, unless the server has nothing to tell', () => {
  const { tally, snapshot, probe } = probed()
  probe.countSilence(500)
  snapshot(1000)
  probe.countSilence(1100)
  expect(tally.gapMs.total).toBe(0)
  probe.countSilence(1101)
  expect(tally.gapMs).toMatchObject({ total: 1, max: 101 })
  snapshot(1200, { isQuiet: true })
  probe.countSilence(9000)
  expect(tally.gapMs).toMatchObject({ total: 2, max: 200 })
})

test.each(['ordered', 'datagram'] as const)(
  'an input is answered by the snapshot that includes it: %s',
  (kind) => {
    const { tally, time, input, snapshot, passed } = probed(kind)
    time.nowMs = 100
    input(0xfffe)
    time.nowMs = 130
    input(0xffff)
    time.nowMs = 160
    input(0)
    expect(passed).toHaveLength(3)
    snapshot(180, { inputAck: 0xfffd })
    expect(tally.answerMs.total).toBe(0)
    snapshot(210, { inputAck: 0xffff, waiting: 1 })
    expect(tally.answerMs).toMatchObject({ total: 2, max: 110 })
    snapshot(260, { inputAck: 0 })
    snapshot(310, { inputAck: 0 })
    expect(tally.answerMs).toMatchObject({ total: 3, max: 110 })
  },
)

test('inputs that the room went on without are not answered yet', () => {
  const { tally, time, input, snapshot } = probed()
  time.nowMs = 100
  input(5)
  snapshot(150, { inputAck: 7, waiting: -3 })
  snapshot(200, { inputAck: 900, waiting: -256 })
  snapshot(250)
  expect(tally.answerMs.total).toBe(0)
  snapshot(300, { inputAck: 8, waiting: -3 })
  expect(tally.answerMs).toMatchObject({ total: 1, max: 200 })
})

test('a packet that repeats inputs, or has none, is no other input', () => {
  const { tally, time, input, snapshot } = probed('datagram')
  input(5)
  time.nowMs = 40
  input(5)
  input(5, 0)
  snapshot(100, { inputAck: 5 })
  input(5)
  snapshot(150, { inputAck: 5 })
  expect(tally.answerMs).toMatchObject({ total: 1, max: 100 })
})

test('bytes of both ways are counted, and the link stays what it is', () => {
  const { tally, link, input, other, passed } = probed('datagram')
  input(1)
  other(new Uint8Array(100), 10)
  expect(tally.bytesIn).toBe(100)
  expect(tally.bytesOut).toBe(passed[0]!.length)
  expect([link().kind, link().isOpen, link().bufferedBytes]).toEqual(['datagram', true, 3])
})
