import type { BadNetwork, PacketConditions, PacketCounters } from './bad-network.ts'
import { openBadNetwork } from './bad-network.ts'
import { figuresOf, type LinkFigures } from './figures.ts'
import { type FarPage, openPage } from './page.ts'
import { Program } from './program.ts'
import type { Recording } from './recorder-page.ts'
import type { RecorderAnswer, RecorderQuestion } from './recorder-server.ts'

/** How many bots play with the two sessions of the page. */
const BOTS = 3
/** How long a page plays before it is recorded. */
export const WARM_UP_MS = 8000
const START_PATIENCE_MS = 120_000

/** What both links of one page did in the same seconds on the same network. */
export interface ContestResult {
  readonly recording: Recording
  readonly figures: { readonly datagram: LinkFigures; readonly socket: LinkFigures }
  /** What happened to packets meanwhile, from the client to the server and back. */
  readonly up: PacketCounters
  readonly down: PacketCounters
}

/** A server with bots at one end of a bad network, and pages at the other, each with a session on either link. */
export class Contest {
  readonly network: BadNetwork
  readonly #server: Program<RecorderQuestion, RecorderAnswer>
  readonly #url: string

  private constructor(
    network: BadNetwork,
    server: Program<RecorderQuestion, RecorderAnswer>,
    url: string,
  ) {
    this.network = network
    this.#server = server
    this.#url = url
  }

  /** Opens the network and starts the server. The caller closes the contest. */
  static async open(seed: number, congestion?: string): Promise<Contest> {
    const network = await openBadNetwork({ seed }, congestion)
    try {
      const server = await Program.start<RecorderQuestion, RecorderAnswer>(
        network,
        'server',
        'recorder-server.ts',
      )
      const { url } = await server.ask({ bots: BOTS })
      return new Contest(network, server, url)
    } catch (error) {
      await network.close()
      throw error
    }
  }

  async close(): Promise<void> {
    await this.#server.stop()
    await this.network.close()
  }

  /** Opens a page with both sessions, or with one alone, and waits until they show something. */
  async openPage(only: 'datagram' | 'socket' | 'both' = 'both'): Promise<FarPage> {
    const far = await openPage(this.network, `${this.#url}/?only=${only}`)
    const links = only === 'both' ? ['datagram', 'socket'] : [only]
    const areThere = links.map((link) => `recording.sessions.${link}.firstSnapshotMs > 0`)
    await far.page.waitForFunction(`window.recording && ${areThere.join(' && ')}`, undefined, {
      timeout: START_PATIENCE_MS,
    })
    return far
  }

  /** Records a page for so long, while `meanwhile` may change the network. `leastMs`: the least delay of one way. */
  async record(
    { page }: FarPage,
    leastMs: number,
    seconds: number,
    meanwhile: () => Promise<void> = async () => {},
  ): Promise<ContestResult> {
    const before = await this.network.counters()
    await page.evaluate('restart()')
    const ended = page.waitForTimeout(1000 * seconds)
    await meanwhile()
    await ended
    const after = await this.network.counters()
    const recording = (await page.evaluate('recording')) as Recording
    return {
      recording,
      figures: figuresOf(recording, leastMs),
      up: difference(before.up, after.up),
      down: difference(before.down, after.down),
    }
  }

  /** Plays on such a network with a page of its own, and records it. */
  async run(
    conditions: PacketConditions,
    leastMs: number,
    seconds: number,
  ): Promise<ContestResult> {
    await this.network.set(conditions)
    const far = await this.openPage()
    try {
      await far.page.waitForTimeout(WARM_UP_MS)
      return await this.record(far, leastMs, seconds)
    } finally {
      await far.close()
    }
  }
}

/** The counters of a time, from those at its begin and end. Those of sizes are the largest ever. */
function difference(before: PacketCounters, after: PacketCounters): PacketCounters {
  const entries = Object.entries(after) as [keyof PacketCounters, number][]
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      name.startsWith('largest') ? value : value - before[name],
    ]),
  ) as unknown as PacketCounters
}
