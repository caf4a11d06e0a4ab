import type { LinkKind } from '../link/link.ts'
import { serverAddress } from '../link/server-address.ts'
import {
  fileOf,
  integer,
  numberWithin,
  optionalFile,
  parseWords,
  WrongArguments,
  wholeWithin,
} from '../score/command/words.ts'
import type { CrowdPlan } from './crowd/crowd.ts'

/** The arguments of `glissade load`. */
export interface LoadRequest extends CrowdPlan {
  /** The module of the bot. */
  readonly botFile: string
  /** How long is measured once all clients have joined. */
  readonly seconds: number
  readonly processes: number
  /** Files to write; undefined for none. */
  readonly reportFile: string | undefined
  readonly jsonFile: string | undefined
}

const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  bot: { type: 'string' },
  clients: { type: 'string' },
  'room-size': { type: 'string' },
  ramp: { type: 'string' },
  seconds: { type: 'string' },
  fps: { type: 'string' },
  seed: { type: 'string' },
  link: { type: 'string' },
  processes: { type: 'string' },
  report: { type: 'string' },
  json: { type: 'string' },
} as const

export const DEFAULTS = {
  clients: 50,
  roomSize: 50,
  /** Clients that join per second, unless --ramp says how long all of them take. */
  joinsPerSecond: 10,
  seconds: 30,
  fps: 30,
  seed: 1,
  processes: 1,
} as const

const PROTOCOLS = ['http:', 'https:', 'ws:', 'wss:']
const LINKS: readonly LinkKind[] = ['ordered', 'datagram']
const MOST_SECONDS = 86_400

/** Reads the words after `glissade load`; null if they ask for the help. Throws `WrongArguments`. */
export function readArguments(words: readonly string[]): LoadRequest | null {
  const { values, positionals } = parseWords(words, OPTIONS, true)
  if (values.help) return null
  const [address, extra] = positionals
  if (address === undefined)
    throw new WrongArguments('name the server, as in: glissade load http://127.0.0.1:3000')
  if (extra !== undefined)
    throw new WrongArguments(`'${extra}' is one word too many: there is one server`)
  if (values.bot === undefined)
    throw new WrongArguments('name the module of your game, as in: --bot game.ts')
  const clients = wholeWithin(values.clients ?? DEFAULTS.clients, '--clients', 1, 100_000)
  const ramp = values.ramp ?? clients / DEFAULTS.joinsPerSecond
  return {
    url: urlOf(address),
    botFile: fileOf(values.bot, '--bot'),
    clients,
    roomSize: wholeWithin(values['room-size'] ?? DEFAULTS.roomSize, '--room-size', 1, 100_000),
    rampSeconds: numberWithin(ramp, '--ramp', 0, MOST_SECONDS),
    seconds: numberWithin(values.seconds ?? DEFAULTS.seconds, '--seconds', 1, MOST_SECONDS),
    fps: numberWithin(values.fps ?? DEFAULTS.fps, '--fps', 1, 240),
    seed: integer(values.seed ?? DEFAULTS.seed, '--seed'),
    link: linkOf(values.link ?? 'ordered'),
    processes: wholeWithin(values.processes ?? DEFAULTS.processes, '--processes', 1, 64),
    reportFile: optionalFile(values.report, '--report'),
    jsonFile: optionalFile(values.json, '--json'),
  }
}

/** The address as `connect` takes it: without a path it gets `/glissade`. */
function urlOf(address: string): string {
  if (!URL.canParse(address) || !PROTOCOLS.includes(new URL(address).protocol))
    throw new WrongArguments(
      `'${address}' is not the address of a server, such as http://127.0.0.1:3000`,
    )
  return serverAddress(address, 'glissade load').href
}

function linkOf(text: string): LinkKind {
  const link = LINKS.find((one) => one === text)
  if (link) return link
  throw new WrongArguments(`--link is '${text}', but must be ordered or datagram`)
}
