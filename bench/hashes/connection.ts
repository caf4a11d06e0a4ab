import { type Conditions, type Network, SimulatedNetwork } from 'glissade/client'
import type { Clock, Link } from 'glissade/parts'
import { linkOver } from '../../test/support/link-over.ts'
import { MARK, type Recording } from './recording.ts'

/** The first byte of a snapshot: see docs/WIRE.md. */
const SNAPSHOT = 6

/** What a client needs of the place where it plays. */
export interface Host {
  readonly record: Recording
  readonly clock: Clock
  /** Opens a link to the room. */
  open(): Link
}

/** What hears of the packets of a link, before their receiver does. */
interface Watch {
  sent(bytes: Uint8Array): void
  got(bytes: Uint8Array): void
  /** Puts another packet in the place of one that comes. Default: none. */
  instead?: (bytes: Uint8Array) => Uint8Array
  /** When a packet has come. Default: what the link says. */
  stamp?: () => number
}

/**
 * A client's connection to the room: links, one after another, the network that they pass, and the record of all
 * packets.
 */
export class Connection implements Network {
  /** How many of the next snapshots come without their last byte. */
  toSpoil = 0
  readonly #network: SimulatedNetwork
  readonly #number: number
  readonly #host: Host
  readonly #clock: Clock
  #link: Link | undefined
  #cutUntilMs = Number.NEGATIVE_INFINITY

  /** `number` and `clock`: those of the client. `seed`: of the network's chance. */
  constructor(number: number, host: Host, clock: Clock, conditions: Conditions, seed: number) {
    this.#number = number
    this.#host = host
    this.#clock = clock
    this.#network = new SimulatedNetwork(conditions, { seed })
  }

  set conditions(conditions: Conditions) {
    this.#network.conditions = conditions
  }

  /** Opens a link. The record has its packets as the room gets and sends them. */
  open(): Link {
    this.#link = this.#host.open()
    return watched(this.#link, {
      ...this.#notes(MARK.reached, MARK.left),
      instead: (bytes) => this.#spoiled(bytes),
      stamp: () => this.#clock.nowMs(),
    })
  }

  /** As a session's network. The record has packets as the client sends and gets them. */
  wrap(link: Link, clock: Clock): Link {
    return watched(this.#network.wrap(link, clock), this.#notes(MARK.sent, MARK.got))
  }

  /** Breaks the connection without a word. For so long, no other can be made. */
  cut(forMs: number): void {
    this.#cutUntilMs = this.#clock.nowMs() + forMs
    this.#link?.close('lost')
  }

  /** Opens another link, unless the connection is cut. Answers at once, because promises wait for real time. */
  reopen(): PromiseLike<Link> {
    const isCut = this.#clock.nowMs() < this.#cutUntilMs
    const answer = (opened: (link: Link) => unknown, failed: (error: Error) => unknown) =>
      isCut ? failed(new Error('the connection is cut')) : opened(this.open())
    // biome-ignore lint/suspicious/noThenProperty: a question in virtual time has to be answered in it
    return { then: answer as PromiseLike<Link>['then'] }
  }

  #notes(sent: number, got: number): Watch {
    const { record } = this.#host
    const note = (mark: number) => (bytes: Uint8Array) =>
      record.packet(mark, this.#number, this.#clock.nowMs(), bytes)
    return { sent: note(sent), got: note(got) }
  }

  #spoiled(bytes: Uint8Array): Uint8Array {
    if (this.toSpoil === 0 || bytes[0] !== SNAPSHOT) return bytes
    this.toSpoil--
    return bytes.slice(0, -1)
  }
}

/** A link with somebody who watches it. */
function watched(link: Link, { sent, got, instead, stamp }: Watch): Link {
  return linkOver(link, {
    open: (receiver) =>
      link.open({
        packet(bytes, arrivedAtMs) {
          got(bytes)
          receiver.packet(instead ? instead(bytes) : bytes, stamp ? stamp() : arrivedAtMs)
        },
        closed: (reason, detail) => receiver.closed(reason, detail),
      }),
    send(bytes) {
      // What is sent after the end goes nowhere.
      if (link.isOpen) sent(bytes)
      link.send(bytes)
    },
  })
}
