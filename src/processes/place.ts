import cluster, { type Worker } from 'node:cluster'
import type { Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { GlissadeError } from '../base/error.ts'
import { misuse } from '../base/settings.ts'
import { type Listening, type ListenOptions, listen } from '../net/listen.ts'
import { Group } from './group.ts'
import { LAST_PORT, Member } from './member.ts'

/** The most processes of a server. */
const MOST_PROCESSES = 256

/** What this process is in a server that may run in several. */
export interface Place {
  /** The part of the server that is in this process, if it is one of several that run rooms. */
  readonly member: Member | null
  /** Whether rooms run in this process. */
  readonly hasRooms: boolean
  /** Gives an HTTP server its connections. Rejects as `listen` of src/net does. */
  listen(http: HttpServer, options: ListenOptions): Promise<Listening>
  /** The server is complete. SIGTERM and SIGINT call `end`, unless it is the only process. */
  ready(end: () => Promise<void>): void
}

/** The options of `serve` that decide about its processes. */
export interface PlaceOptions {
  readonly processes?: number | undefined
  readonly server?: HttpServer | undefined
  readonly udpPort?: number | undefined
  readonly maxPerAddress?: number | undefined
  readonly onError: (error: unknown) => void
}

/** The variable of the environment that tells a process which one it is. */
const STARTED = 'GLISSADE_PROCESS'

const ALONE: Place = { member: null, hasRooms: true, listen, ready: () => {} }

/** Whether a call has taken the place of this process in a group, because a program can have one group only. */
let isTaken = false

/**
 * Returns the place of this process: alone, the first one, which starts the others, or one of those. Throws `misuse` for an
 * invalid number of processes.
 */
export function placeOf(options: PlaceOptions): Place {
  const { processes, server, udpPort = 0, maxPerAddress, onError } = options
  if (processes === undefined) return ALONE
  if (!(Number.isInteger(processes) && processes >= 1 && processes <= MOST_PROCESSES))
    misuse('processes', processes, `an integer from 1 to ${MOST_PROCESSES}`)
  if (server) fault("'processes' and 'server' cannot be used together")
  const lastFirst = LAST_PORT - processes + 1
  if (udpPort > lastFirst)
    misuse(
      'udpPort',
      udpPort,
      `at most ${lastFirst}, because each of ${processes} processes has one`,
    )
  // What a process of a group starts itself inherits the variable, but is no worker.
  const started = process.env[STARTED]
  if (!cluster.isPrimary && started === undefined)
    fault("'processes' cannot be used in a worker of node:cluster")
  if (cluster.isPrimary) return onlyPlace(new Group(processes, { fork, maxPerAddress, onError }))
  return onlyPlace(new Member(JSON.parse(started!) as Started))
}

/** Only one call may listen. One that cannot listen leaves the place to the next. */
function onlyPlace(place: Group | Member): Place {
  return {
    member: place.member,
    hasRooms: place.hasRooms,
    listen: async (http, options) => {
      if (isTaken) fault("only one call of a program may have 'processes'")
      isTaken = true
      try {
        return await place.listen(http, options)
      } catch (error) {
        isTaken = false
        throw error
      }
    },
    ready: (end) => place.ready(end),
  }
}

/** What the first process tells the one that it starts. */
interface Started {
  readonly number: number
  /** Where the first process listens. */
  readonly address: AddressInfo
}

function fork(number: number, address: AddressInfo): Worker {
  cluster.setupPrimary({ serialization: 'advanced' })
  const started: Started = { number, address }
  return cluster.fork({ [STARTED]: JSON.stringify(started) })
}

function fault(what: string): never {
  throw new GlissadeError('misuse', `serve: ${what}`)
}
