import {
  type AddressLimits,
  type Directory,
  Lobby,
  type LobbyOptions,
  type ResumeKey,
  type RoomSeats,
} from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { memoryPair } from '../../src/link/memory.ts'
import type { SharedRooms } from '../../src/server/rooms/shared-rooms.ts'
import { keyOfText } from '../../src/wire/packets/handshake.ts'
import { RawClient } from '../support/raw-client.ts'
import { runner } from '../support/runner.ts'

/** A lobby in virtual time, and clients that join it. */
export interface Stage {
  readonly lobby: Lobby
  readonly clock: VirtualClock
  readonly errors: string[]
  /** Says HELLO to the room from an address, with the key of a seat or without one. */
  join(room: string, key?: string | ResumeKey, address?: string): RawClient
  /** Lets time pass, and everything happen that waits for a promise. */
  run(ms: number): Promise<void>
  /** Shares the rooms by a directory. */
  share(directory: Directory, name: string): Promise<SharedRooms>
}

/** Opens a lobby for the runner. Several may have one clock; `run` of any of them then runs that lobby alone. */
export function open(
  options: Partial<LobbyOptions> & { readonly addresses?: AddressLimits } = {},
  clock: VirtualClock = new VirtualClock(),
): Stage {
  const errors: string[] = []
  const onError = (error: unknown) => errors.push(String(error))
  const lobby = new Lobby({ rooms: [runner], clock, seed: () => 1, onError, ...options })
  return {
    lobby,
    clock,
    errors,
    join(room, key = [0, 0], address = '') {
      const { client, server } = memoryPair(clock)
      lobby.accept(server, undefined, address)
      const resumeKey = typeof key === 'string' ? keyOfText(key)! : key
      return new RawClient(client).hello({ room, resumeKey })
    },
    async run(ms) {
      const settle = async () => {
        for (let turns = 0; turns < 20; turns++) await Promise.resolve()
      }
      for (let passedMs = 0; passedMs < ms; passedMs += 50) {
        await settle()
        clock.advance(50)
        lobby.advance(clock.nowMs())
      }
      // Links that the last steps have ended tell so.
      await settle()
      clock.advance(0)
    },
    share: (directory, name) =>
      lobby.share({
        directory,
        processId: name,
        url: `ws://${name}`,
        capacity: 100,
        checkpointMs: Number.POSITIVE_INFINITY,
      }),
  }
}

interface Asked {
  readonly wish?: unknown
  readonly create?: object
  readonly room?: string
  readonly hops?: number
  readonly address?: string
  readonly isGone?: () => boolean
}

/** Asks for a seat as a page does. */
export const ask = (
  { lobby }: Stage,
  { isGone = () => false, ...more }: Asked = {},
): ReturnType<Lobby['matchmaker']['place']> => {
  const { wish = {}, create = null, room = null, hops = 0, address = '' } = more
  return lobby.matchmaker.place({
    ...{ definition: runner, wish, create, room, hops, seats: 1, seatMs: 15_000 },
    visitor: { request: 'the request', address, resumeKey: [0, 0], account: undefined },
    isGone,
  })
}

/** What a client was told instead of WELCOME; null: it is in. */
export const told = ({ closing }: RawClient): string | null =>
  closing && `${closing.reason}: ${closing.detail}`

/** The key of the only seat. */
export const keyOf = ({ keys }: RoomSeats): string => {
  if (keys.length !== 1) throw new Error(`${keys.length} keys`)
  return keys[0]!
}
