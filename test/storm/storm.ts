import { setTimeout as passing } from 'node:timers/promises'
import type { ResumeKey } from '../../src/wire/packets/handshake.ts'
import { HostileClient } from '../neighbours/hostile-client.ts'
import { PartProcess } from '../neighbours/process.ts'
import { type Heard, type Listening, ROOM, type ServerState } from '../neighbours/roles.ts'
import { SocketLink } from '../neighbours/socket-link.ts'

/** A storm: how many come and go at once, for how long, next to how many who stay. */
export interface Storm {
  readonly seconds: number
  readonly visitors: number
  readonly honest: number
  /** How long the server keeps the places of lost players. */
  readonly resumeMs: number
  /** Visitors before it that count for nothing. */
  readonly warmUpSeconds: number
}

/** What came of it. */
export interface Aftermath {
  /** What visitors did and met. */
  readonly visits: Readonly<Record<string, number>>
  /** The server before the storm and, as soon as it is as before or the patience is over, after it. */
  readonly before: ServerState
  readonly after: ServerState
  /** Why honest clients were lost, one entry for each. */
  readonly lost: readonly string[]
}

type Server = PartProcess<Listening, ServerState>

/** Each visitor comes from an address of its own: limits per address are tested elsewhere. */
const ADDRESSES = 250
const OWN_ROOMS = 40
const LOOK_EVERY_MS = 500
/** How long the server may take to be as before: places are kept, then rooms that stand empty, 10 s each. */
const PATIENCE_MS = 60_000

/** Lets real sockets join, speak, leave, come back and break at a server in a process of its own, and looks what is left. */
export async function storm(plan: Storm): Promise<Aftermath> {
  const server: Server = await PartProcess.start('../neighbours/server.ts', '', plan.resumeMs)
  try {
    const { port } = server.first
    const crowd = await PartProcess.start<object, Heard>(
      '../neighbours/crowd.ts',
      port,
      plan.honest,
    )
    try {
      // What is made once and kept comes with the first visitors.
      await blow(port, plan.visitors, plan.warmUpSeconds)
      const before = await calm(server, plan.honest, undefined)
      const visits = await blow(port, plan.visitors, plan.seconds)
      const after = await calm(server, plan.honest, before)
      return { visits, before, after, lost: (await crowd.ask('end')).lost }
    } finally {
      await crowd.stop()
    }
  } finally {
    await server.stop()
  }
}

/** So many visitors at a time, one after another. */
async function blow(port: number, visitors: number, seconds: number) {
  const counts: Record<string, number> = {}
  const endMs = performance.now() + 1000 * seconds
  let number = 0
  const visitAgain = async () => {
    while (performance.now() < endMs) {
      const visit = new Visit(port, number++, counts)
      await visit.run().catch(() => visit.count('refused'))
      visit.end()
    }
  }
  await Promise.all(Array.from({ length: visitors }, visitAgain))
  return counts
}

/** Waits until only the honest are there, or the patience is over. */
async function calm(server: Server, honest: number, before: ServerState | undefined) {
  const endMs = performance.now() + PATIENCE_MS
  for (;;) {
    await passing(LOOK_EVERY_MS)
    const state = await server.ask('state')
    const isCalm =
      state.players === honest &&
      state.connections === honest &&
      state.rooms === 1 &&
      (before === undefined || state.descriptors <= before.descriptors)
    if (isCalm || performance.now() > endMs) return state
  }
}

/** One visitor, who comes by one socket or two, and goes in one of many ways. */
class Visit {
  readonly #port: number
  readonly #number: number
  readonly #counts: Record<string, number>
  readonly #links: SocketLink[] = []

  constructor(port: number, number: number, counts: Record<string, number>) {
    this.#port = port
    this.#number = number
    this.#counts = counts
  }

  count(what: string): void {
    this.#counts[what] = (this.#counts[what] ?? 0) + 1
  }

  async run(): Promise<void> {
    const client = await this.#join()
    client.run(30)
    for (let id = 1; id <= 5; id++) client.message(id, '{"a":[1,2,3]}')
    await passing(30)
    if (client.welcome) this.count('welcome')
    switch (this.#number % 7) {
      case 0:
        return client.send(Uint8Array.of(99))
      case 1:
        return client.send(Uint8Array.of(3, 0, 0))
      case 2:
        return client.reset()
      case 3:
        return client.message(900, '"early"')
      case 4:
        return client.link.close('left')
      case 5:
        return this.#comeBack(client, () => client.reset())
      default:
        // The connection before is still there.
        return this.#comeBack(client, () => {})
    }
  }

  /** Whatever is left open breaks. */
  end(): void {
    for (const { socket } of this.#links) socket.destroy()
  }

  async #join(resumeKey: ResumeKey = [0, 0]): Promise<HostileClient> {
    const link = await SocketLink.connect(this.#port, `127.0.2.${1 + (this.#number % ADDRESSES)}`)
    this.#links.push(link)
    const room = this.#number % 3 > 0 ? ROOM : `r${this.#number % OWN_ROOMS}`
    return new HostileClient(link, (reason) => this.count(`told ${reason}`)).hello({
      room,
      resumeKey,
    })
  }

  async #comeBack(client: HostileClient, before: () => void): Promise<void> {
    const { welcome } = client
    before()
    const again = await this.#join(welcome?.resumeKey)
    await passing(30)
    if (welcome && again.welcome?.player === welcome.player) this.count('came back')
    again.run(10)
    await passing(10)
  }
}
