import { setTimeout as passing } from 'node:timers/promises'
import type { Link } from '../../src/link/link.ts'
import { MAX_MESSAGE } from '../../src/wire/limits.ts'
import type { ResumeKey } from '../../src/wire/packets/handshake.ts'
import { RawClient } from '../support/raw-client.ts'
import type { Attack } from './attack.ts'
import { ROOM } from './roles.ts'
import { frameOf } from './socket-link.ts'

/** The file that a server has for download. */
export const DOWNLOAD = { name: 'large.bin', bytes: 30_000_000 } as const

/** Sockets of an attacker that hurts by what it leaves undone. */
const IDLERS = 8
const DOWNLOADS = 100

const ONE_BYTE = Uint8Array.of(5)
/** Beyond ASCII a character costs 17 bits on the wire, and two bytes in the heap. */
const WIDE_TEXT = `"${'\u4e2d'.repeat(MAX_MESSAGE - 2)}"`
const NUMBERS = `[${'1,'.repeat(MAX_MESSAGE / 2 - 2)}1]`
const NESTED = '['.repeat(MAX_MESSAGE / 2) + ']'.repeat(MAX_MESSAGE / 2)

/** Each kind of attacker, by name: what it does until its attack is over. */
export const ATTACKS: Readonly<Record<string, (attack: Attack) => Promise<unknown>>> = {
  'nothing, to compare': (attack) => attack.hold(),

  flood: (attack) => attack.play(10_000, (client) => client.oneInput()),

  'one-byte packets': (attack) => attack.play(30_000, (client) => client.send(ONE_BYTE), true),

  'slow reader': (attack) => together(IDLERS, () => slowReader(attack)),

  'never acknowledging': (attack) =>
    together(IDLERS, () => attack.play(30, (client) => client.oneInput({ ack: -1 }))),

  'id leaps': (attack) =>
    attack.play(500, (client, n) => client.oneInput({ newest: (1000 * n) & 0xffff })),

  // Never the first one, for which all others have to wait.
  'early messages': (attack) => attack.play(100, (client, n) => client.message(n + 1, WIDE_TEXT)),

  'huge JSON': (attack) => attack.play(300, (client, n) => client.message(n, NUMBERS)),

  'nested JSON': (attack) => attack.play(300, (client, n) => client.message(n, NESTED)),

  '50 room openings a second': (attack) => {
    let rooms = 0
    return attack.paced(50, () => visit(attack, 30, `${process.pid}-${rooms++}`))
  },

  'reconnect storm': (attack) => reconnect(attack),

  'join storm': (attack) => attack.paced(150, () => visit(attack, 5)),

  'refused upgrades': (attack) => {
    const request = upgradeRequest('/elsewhere')
    return Promise.all([attack.paced(100, () => attack.bare(request)), attack.hold()])
  },

  'unread downloads': (attack) => {
    const request = `GET /${DOWNLOAD.name} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`
    for (let i = 0; i < DOWNLOADS; i++) attack.bare(request)
    return attack.hold()
  },
}

function together(count: number, begin: () => Promise<unknown>): Promise<unknown> {
  return Promise.all(Array.from({ length: count }, begin))
}

/** Plays as anybody does, but reads a kilobyte a second and acknowledges nothing. */
function slowReader(attack: Attack): Promise<unknown> {
  const socket = attack.bare(upgradeRequest('/glissade'))
  const link: Link = {
    kind: 'ordered',
    isOpen: true,
    bufferedBytes: 0,
    open: () => {},
    send: (bytes) => void socket.write(frameOf(bytes)),
    close: () => {},
  }
  const client = new RawClient(link).hello({ room: ROOM })
  return Promise.all([
    attack.paced(30, () => client.run(1)),
    attack.paced(1, () => socket.resume()),
  ])
}

/** Joins a room and resets the connection so soon after. */
async function visit(attack: Attack, forMs: number, room = ROOM): Promise<void> {
  const client = await attack.join({ room })
  await passing(forMs)
  client?.reset()
}

/** Takes its own place over from itself, again and again. */
function reconnect(attack: Attack): Promise<void> {
  let resumeKey: ResumeKey = [0, 0]
  return attack.paced(100, async () => {
    const client = await attack.join({ resumeKey })
    await passing(100)
    resumeKey = client?.welcome?.resumeKey ?? resumeKey
    client?.reset()
  })
}

function upgradeRequest(path: string): string {
  return (
    `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
    'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n'
  )
}
