import { type Bits, need } from './bits.ts'
import { type Kind, readChanged, readColumn, readWhole, type State } from './columns.ts'
import type { Snapshot } from './said.ts'

const REASONS = 18

/** A moment on display: of a player's entities, or with player 0 of the room's entities with one horizon. */
interface Moment {
  readonly player: number
  readonly horizon: number
  /** From the newest snapshot on display, in half milliseconds. */
  readonly halfMs: number
}

/** What INPUT says. */
export interface Input {
  readonly sequence: number
  /** Newest sequence received, and on a datagram link those of the 32 before it that were received. */
  readonly received: readonly number[]
  readonly messageAck: number
  /**
   * What was on display with the newest input: how many network ticks before the newest snapshot received, how far before the
   * input in 32nds of a step, and moments; and whether one frame made all new inputs. Undefined: nothing was on display.
   */
  readonly view:
    | { age: number; isOneFrame: boolean; ownAge: number; moments: readonly Moment[] }
    | undefined
  /** Whether those that follow are like the newest. */
  readonly isAtRest: boolean
  /** Low 16 bits of each id, and the input's numbers. */
  readonly inputs: readonly { id: number; state: State }[]
}

function readView(bits: Bits): Input['view'] {
  const isNewest = bits.flag()
  const age = isNewest ? 0 : bits.small()
  need(age < 128, 'a picture older than all')
  if (!isNewest && age === 0) return undefined
  const isOneFrame = bits.flag()
  const ownAge = bits.u(8)
  const moments: Moment[] = []
  while (moments.length < 4 && bits.flag()) {
    const player = bits.small()
    need(player <= 0xffff, 'a player beyond all')
    const horizon = player === 0 ? bits.u(3) : 0
    moments.push({ player, horizon, halfMs: bits.s(12) })
  }
  return { age, isOneFrame, ownAge, moments }
}

/** HELLO, after its type. */
export function readHello(bits: Bits, profile: Kind) {
  need(bits.u(32) === 0x44534c47, 'magic')
  need(bits.u(8) === 10, 'format version')
  const hash = bits.u(32)
  const [game, room] = [bits.text(6), bits.text(7)]
  const key = [bits.u(32), bits.u(32)]
  const messages = bits.u(32)
  const held = bits.flag() ? { tick: bits.u(32), applied: bits.u(32) } : undefined
  const token = bits.text(12)
  const state: State = []
  readWhole(bits, profile, [...profile.columns.keys()], 'fine', state)
  bits.end()
  return { hash, game, room, key, messages, held, token, profile: state }
}

/** WELCOME, after its type. */
export function readWelcome(bits: Bits) {
  need(bits.u(8) === 10, 'format version')
  const player = bits.u(16)
  const subTicks = bits.u(32) * 256 + bits.u(8)
  const key = [bits.u(32), bits.u(32)]
  const room = bits.text(7)
  const messages = bits.u(32)
  const received = bits.flag() ? bits.u(32) : undefined
  bits.end()
  return { player, subTicks, key, room, messages, received }
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

/** REPORT, after its type. */
export function readReport(bits: Bits) {
  const [delayMs, corrections] = [bits.u(16), bits.u(16)]
  bits.end()
  return { delayMs, corrections }
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
  const count = bits.small()
  need(count <= 128, 'too many inputs')
  const newest = count > 0 ? bits.u(16) : 0
  const view = count > 0 ? readView(bits) : undefined
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
