import type { Ms } from '../../base/units.ts'
import type { ResumeKey } from '../../wire/packets/handshake.ts'
import { type Archive, archiveList, archiveMs, archiveWhole } from '../save/archive.ts'
import { isSameKey } from './new-key.ts'

/** A place that is kept for whoever shows its key. Nobody has had it yet. */
export interface OpenSeat {
  readonly resumeKey: ResumeKey
  /** Until when it is kept. */
  readonly untilMs: Ms
  /** The address that it is counted for; '' for none, as in a restored room. */
  readonly address: string
  /** Called when it is open no longer: somebody has taken it, or its time is over. */
  readonly ended: () => void
}

/** The open seats of a room, in the order in which they were reserved. */
export class OpenSeats {
  #list: OpenSeat[] = []

  get count(): number {
    return this.#list.length
  }

  add(seat: OpenSeat): void {
    this.#list.push(seat)
  }

  /** Returns the seat with this key. */
  of(resumeKey: ResumeKey): OpenSeat | undefined {
    return this.#list.find((seat) => isSameKey(seat.resumeKey, resumeKey))
  }

  /** Takes the seat with this key. */
  take(resumeKey: ResumeKey): OpenSeat | undefined {
    const seat = this.of(resumeKey)
    if (seat) this.#end((one) => one === seat)
    return seat
  }

  /** Frees the seats whose time was over at `nowMs`; Infinity frees all. Allocates nothing without seats. */
  expire(nowMs: Ms): void {
    if (this.#list.length > 0) this.#end(({ untilMs }) => untilMs <= nowMs)
  }

  #end(isOver: (seat: OpenSeat) => boolean): void {
    const over = this.#list.filter(isOver)
    this.#list = this.#list.filter((seat) => !over.includes(seat))
    for (const seat of over) seat.ended()
  }

  archive(archive: Archive): void {
    this.#list = archiveList(archive, this.#list, (seat) => {
      const [high, low] = seat?.resumeKey ?? [0, 0]
      const half = (value: number) => archiveWhole(archive, value, 0, 2 ** 32 - 1)
      const resumeKey: ResumeKey = [half(high), half(low)]
      const untilMs = archiveMs(archive, seat?.untilMs ?? 0)
      return seat ?? { resumeKey, untilMs, address: '', ended: () => {} }
    })
  }
}
