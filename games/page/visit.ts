import { plainText } from '../plain-text.ts'

/** Which room a page is in, as which player, and over which kind of link, as its address says. */
export interface Visit {
  /** '' is the room that is open to all. */
  readonly room: string
  /** At most 16 UTF-16 units; '' lets the server choose. */
  readonly name: string
  /** 0 to 359, or 360 for any. */
  readonly hue: number
  /** `datagram`: over datagrams if there are any. `ordered`: over the WebSocket alone. */
  readonly link: 'ordered' | 'datagram'
  /** Whether the room runs in the page itself, without a server. */
  readonly isLocal: boolean
}

/** A colour of the server's choice. */
export const ANY_HUE = 360

/** Letters and digits that sound different when read aloud. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const ROOM_LETTERS = 6

/**
 * Reads the query of an address: `room`, `name`, `hue`, `link`, `local`. `saved` has the values that the query leaves
 * out.
 */
export function readVisit(search: string, saved: { name: string; hue: number }): Visit {
  const asked = new URLSearchParams(search)
  const local = asked.get('local')
  return {
    room: plainText(asked.get('room') ?? '', 64),
    name: plainText(asked.get('name') ?? saved.name, 16),
    hue: hueOf(asked.get('hue')) ?? saved.hue,
    link: asked.get('link') === 'ordered' ? 'ordered' : 'datagram',
    isLocal: local !== null && local !== '0',
  }
}

/** The page's address with `changes` to its query, by name. `undefined` removes a name. */
export function changed(
  href: string,
  changes: { readonly [word: string]: string | undefined },
): string {
  const address = new URL(href)
  for (const [key, value] of Object.entries(changes)) {
    if (value === undefined) address.searchParams.delete(key)
    else address.searchParams.set(key, value)
  }
  address.hash = ''
  return address.href
}

/** The address to give to others: the same page and room, to play in it, without the name and colour of this player. */
export const invitation = (href: string, room: string): string =>
  changed(href, {
    room: room === '' ? undefined : room,
    name: undefined,
    hue: undefined,
    link: undefined,
    watch: undefined,
    local: undefined,
  })

/** A random name for a private room, from random bytes. */
export function roomName(bytes: Uint8Array): string {
  return Array.from(bytes.subarray(0, ROOM_LETTERS), (byte) =>
    ALPHABET.charAt(byte % ALPHABET.length),
  ).join('')
}

/** The name under which a page stores its place, made from the player and the room that it asks for. */
export const placeOf = (game: string, { room, name, hue }: Visit): string =>
  JSON.stringify([game, room, name, hue])

function hueOf(text: string | null): number | null {
  if (text === null || !/^\d{1,3}$/.test(text)) return null
  const hue = Number(text)
  return hue < ANY_HUE ? hue : null
}
