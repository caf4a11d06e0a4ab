import { type Bits, need } from './bits.ts'
import { type Kind, readChanged, readColumn, readWhole, type State } from './columns.ts'
import type { Snapshot } from './said.ts'

const REASONS = 18

/** How far ahead of the moment on display a player is shown. */
interface Lead {
  readonly player: number
  readonly subTicks: number
}

/** What INPUT says. */
export interface Input {
  readonly sequence: number
  /** Newest sequence received, and on a datagram link those of the 32 before it that were received. */
  readonly received: readonly number[]
  readonly messageAck: number
  /** The moment on display, and a player who is shown so far ahead of it; undefined: none is, it tells of nobody. */
  readonly view: { steps: number; subTicks: number; lead: Lead | undefined } | undefined
  /** Whether those that follow are like the newest. */
  readonly isAtRest: boolean
  /** Low 16 bits of each id, and the input's numbers. */
  readonly inputs: readonly { id: number; state: State }[]
}

function readLead(bits: Bits): Lead | undefined {
  if (!bits.flag()) return undefined
  const player = bits.u(16)
  need(player > 0, 'a moment of nobody')
  return { player, subTicks: bits.s(16) }
}

/** HELLO, after its type. */
export function readHello(bits: Bits, profile: Kind) {
  need(bits.u(32) === 0x44534c47, 'magic')
  need(bits.u(8) === 5, 'format version')
  const hash = bits.u(32)
  const [game, room] = [bits.text(6), bits.text(7)]
  const key = [bits.u(32), bits.u(32)]
  const token = bits.text(12)
  const state: State = []
  readWhole(bits, profile, [...profile.columns.keys()], 'fine', state)
  bits.end()
  return { hash, game, room, key, token, profile: state }
}

/** WELCOME, after its type. */
export function readWelcome(bits: Bits) {
  need(bits.u(8) === 5, 'format version')
  const player = bits.u(16)
  const subTicks = bits.u(32) * 256 + bits.u(8)
  const key = [bits.u(32), bits.u(32)]
  const room = bits.text(7)
  bits.end()
  return { player, subTicks, key, room }
}

/** CLOSE, after its type. */
export function readClose(bits: Bits) {
  const reason = bits.upTo(REASONS - 1, 8)
  const words = bits.text(8)
  bits.end()
  return { reason, words }
}

/** MESSAGE, after its type. */
export function readMessage(bits: Bits) {
  const [sequence, id] = [bits.u(16), bits.u(16)]
  const step = bits.flag() ? bits.u(16) : undefined
  const json = bits.text(14)
  bits.end()
  return { sequence, id, step, json }
}

/** INPUT, after its type. */
export function readInput(bits: Bits, kind: Kind, isOrdered: boolean): Input {
  const sequence = bits.u(16)
  const received: number[] = []
  if (bits.flag()) {
    const newest = bits.u(16)
    received.push(newest)
    for (let i = 0; i < 32 && !isOrdered; i++)
      if (bits.flag()) received.push((newest - 1 - i) & 0xffff)
  }
  const messageAck = bits.u(16)
  const view = bits.flag()
    ? { steps: bits.u(16), subTicks: bits.u(8), lead: readLead(bits) }
    : undefined
  const count = bits.small()
  need(count <= 128, 'too many inputs')
  const newest = count > 0 ? bits.u(16) : 0
  const isAtRest = count > 0 && bits.flag()
  const alike = count > 1 ? bits.small() : 0
  need(alike < Math.max(1, count), 'more inputs alike than there are')
  const inputs: { id: number; state: State }[] = []
  const state: State = kind.columns.map((c) => c.initial)
  for (let i = 0; i < count; i++) {
    if (i === 0) readChanged(bits, kind, [...kind.columns.keys()], 'fine', state)
    else if (i < count - alike) readNextInput(bits, kind, state)
    inputs.push({ id: (newest - count + 1 + i) & 0xffff, state: [...state] })
  }
  bits.end()
  return { sequence, received, messageAck, view, isAtRest, inputs }
}

/** An input onto the one before it. */
function readNextInput(bits: Bits, { columns }: Kind, state: State): void {
  for (const [i, c] of columns.entries()) {
    if (!bits.flag()) continue
    state[i] = c.op === 'press' ? (Number(state[i]) + 1) % 32 : readColumn(bits, c, 'fine')
  }
}

/** Reads an epoch of a snapshot's head. */
export function readEpoch(bits: Bits): NonNullable<Snapshot['epoch']> {
  const epoch = { from: bits.u(16), stamp: bits.s(32), held: bits.small() }
  need(epoch.held <= 1_048_575, 'time that is held for too long')
  return epoch
}
