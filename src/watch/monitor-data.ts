import { cutText } from '../base/characters.ts'
import type { Ms } from '../base/units.ts'
import type { Peer } from '../server/connection/peer.ts'
import { coreOf, type Room } from '../server/room.ts'
import type { Player } from '../server/world/world.ts'
import { CountedLink } from './counted-link.ts'
import type { History, Sample } from './history.ts'
import { type LinkName, nameOfLink } from './links.ts'
import type { WatchedServer } from './watched-server.ts'

/** The most rooms in one answer: those with the most players. */
const MOST_ROOMS = 200
/** The most characters of a profile in one answer. */
const PROFILE_CHARACTERS = 80

/** What the monitor page shows. Bytes are sums, so that each page makes rates of them for itself. */
export interface MonitorData {
  /** Since the process started, as `Sample.atMs`. */
  readonly atMs: Ms
  /** Why the server accepts no new players; null: it does. */
  readonly unready: string | null
  readonly lateTicks: number
  /** The samples of the last two minutes that are newer than the page has. */
  readonly samples: readonly Sample[]
  readonly rooms: readonly RoomRow[]
  /** Rooms that are left out, because there are too many. */
  readonly roomsLeftOut: number
  /** The players of the selected room; null if it is not open, or none is selected. */
  readonly players: readonly PlayerRow[] | null
}

/** A room on the monitor page. */
export interface RoomRow {
  /** `game/id`. */
  readonly key: string
  readonly game: string
  readonly id: string
  readonly connected: number
  readonly away: number
  readonly tick: number
  readonly tickMs: Ms
  readonly bytesIn: number
  readonly bytesOut: number
}

/** A player on the monitor page. What is null is not known while the player is away. */
export interface PlayerRow {
  readonly id: number
  /** The player's profile as JSON, shortened. */
  readonly profile: string
  readonly address: string | null
  /** Null before the first acknowledgement, too. */
  readonly rttMs: Ms | null
  readonly link: LinkName | null
  readonly bytesIn: number | null
  readonly bytesOut: number | null
  /** How long the connection has lasted. */
  readonly ageMs: Ms | null
}

/** Returns what the page shows. `key`: the selected room. `sinceMs`: the newest sample that the page has. */
export function monitorData(
  { lobby, readiness }: WatchedServer,
  history: History,
  { key, sinceMs }: { readonly key: string | null; readonly sinceMs: Ms },
): MonitorData {
  const nowMs = performance.now()
  const entries = [...lobby.rooms].sort(
    ([a, one], [b, other]) => other.players.length - one.players.length || (a < b ? -1 : 1),
  )
  const selected = key === null ? undefined : lobby.rooms.get(key)
  let lateTicks = 0
  for (const { late } of lobby.tickTimes.values()) lateTicks += late
  return {
    atMs: nowMs,
    unready: readiness.reason,
    lateTicks,
    samples: history.samples.filter(({ atMs }) => atMs > sinceMs),
    rooms: entries
      .slice(0, MOST_ROOMS)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([at, room]) => rowOf(at, room, lobby.tickMsOf(at))),
    roomsLeftOut: Math.max(0, entries.length - MOST_ROOMS),
    players: selected ? playersOf(selected, nowMs) : null,
  }
}

function rowOf(key: string, room: Room, tickMs: Ms): RoomRow {
  const connected = coreOf(room).peerList.length
  const { bytesIn, bytesOut } = room.stats
  const away = room.players.length - connected
  const { game, id, tick } = room
  return { key, game: game.name, id, connected, away, tick, tickMs, bytesIn, bytesOut }
}

function playersOf(room: Room, nowMs: Ms): PlayerRow[] {
  const { peers } = coreOf(room)
  return room.players.map((player) => playerRow(player as Player, peers.get(player.id), nowMs))
}

function playerRow({ id, profile }: Player, peer: Peer | undefined, nowMs: Ms): PlayerRow {
  const link = peer?.link instanceof CountedLink ? peer.link : null
  const rttMs = peer?.sent.rttMs ?? Number.NaN
  return {
    id,
    profile: shortened(JSON.stringify(profile) ?? ''),
    address: link?.address ?? null,
    rttMs: Number.isNaN(rttMs) ? null : rttMs,
    link: peer ? nameOfLink(peer.link) : null,
    bytesIn: link?.bytesIn ?? null,
    bytesOut: link?.bytesOut ?? null,
    ageMs: link ? nowMs - link.sinceMs : null,
  }
}

function shortened(text: string): string {
  return text.length > PROFILE_CHARACTERS ? `${cutText(text, PROFILE_CHARACTERS)}…` : text
}
