import { tables } from 'glissade'
import { defineRoom } from 'glissade/server'
import { DISCONNECT_REASONS } from '../../src/base/error.ts'
import { mixSeed, Random } from '../../src/base/random.ts'
import type { Ms } from '../../src/base/units.ts'
import { Session } from '../../src/client/session.ts'
import { defineGame } from '../../src/game/define-game.ts'
import type { Link } from '../../src/link/link.ts'
import { memoryPair } from '../../src/link/memory.ts'
import { Simulation } from '../../src/testing/simulation.ts'
import { authorityOf } from '../support/authority.ts'
import { type Corpus, record, zoo, zooRoom } from './corpus.ts'
import { HostileServer } from './hostile-server.ts'
import { Mutator } from './mutate.ts'
import type { Watchdog } from './watchdog.ts'

const FRAME_MS: Ms = 1000 / 30
/** How long a session lasts that nothing has ended: then its room closes. */
const PLAY_MS: Ms = 5000
/** Afterwards there are few frames, as in a tab that is hidden, and an end: silence lasts 10 s, tries to come back 20 s. */
const SLOW_FRAME_MS: Ms = 250
const END_MS: Ms = 120_000
const MOST_REOPENED = 3

/** What came of many sessions. */
export interface SessionsTally {
  sessions: number
  packets: number
  snapshots: number
  resyncs: number
  reconnects: number
  messages: number
  events: number
  /** Why sessions have ended. */
  readonly ends: Record<string, number>
}

/**
 * Sessions by number with a hostile server each. The number is the seed, and says in which kind of room: of both kinds of link,
 * both authorities and both codings. Throws for the first one that goes wrong, with its number.
 */
export class HostileServers {
  readonly tally: SessionsTally = {
    sessions: 0,
    packets: 0,
    snapshots: 0,
    resyncs: 0,
    reconnects: 0,
    messages: 0,
    events: 0,
    ends: {},
  }
  readonly #watchdog: Watchdog | undefined
  readonly #corpora = streams()

  constructor(watchdog?: Watchdog) {
    this.#watchdog = watchdog
  }

  /** Runs those from `first`, `count` of them. */
  async run(first: number, count: number): Promise<void> {
    for (let number = first; number < first + count; number++) {
      this.#watchdog?.beat(number)
      const own = this.#corpora[number % this.#corpora.length]!
      const seed = mixSeed(number, 0xbad)
      try {
        const visit = new Visit(own, this.#corpora[(number + 1) % this.#corpora.length]!, seed)
        visit.play()
        // Promises tell their own later.
        await null
        await null
        visit.judge()
        this.#count(visit)
      } catch (error) {
        const { game } = own.definition
        const where = `${own.kind}, ${game.authority}, ${game.definition.coding?.name ?? 'packed'}`
        throw new Error(`SEED=${number} COUNT=1: ${where}: ${(error as Error).stack}`)
      }
    }
  }

  #count({ session, ends, messages, events }: Visit): void {
    const { tally } = this
    const { stats } = session
    tally.sessions++
    tally.packets += stats.packetsIn
    tally.snapshots += stats.snapshots
    tally.resyncs += stats.resyncs
    tally.reconnects += stats.reconnects
    tally.messages += messages
    tally.events += events
    tally.ends[ends[0]!] = (tally.ends[ends[0]!] ?? 0) + 1
  }
}

/** A smaller zoo, in which more goes on: what a step of it costs is most of the price of a session. */
const open: (typeof zooRoom)['definition']['open'] = (world) => {
  for (let n = 0; n < 6; n++) world.spawn('beast', null, { x: 90 * n, vx: 20 * n, word: `b${n}` })
}

function streams(): Corpus[] {
  return (['ordered', 'datagram'] as const).flatMap((kind) =>
    (['input', 'tick'] as const).flatMap((authority) =>
      [undefined, tables()].map((coding) => {
        const game = defineGame({
          ...zoo.definition,
          authority: authorityOf(authority),
          coding,
        })
        return record(kind, 2, defineRoom(game, { ...zooRoom.definition, open }))
      }),
    ),
  )
}

/** One session, from its first packet to its end. */
class Visit {
  readonly session: Session<typeof zoo>
  readonly ends: string[] = []
  messages = 0
  events = 0
  readonly #sim: Simulation<typeof zooRoom>
  readonly #random: Random
  readonly #servers: () => Link
  readonly #states: string[] = []
  #reopened = 0
  #joined = ''

  constructor({ kind, definition }: Corpus, other: Corpus, seed: number) {
    const random = new Random(seed)
    const mutator = new Mutator(random)
    this.#random = random
    const sim = new Simulation(definition, { kind, seed })
    this.#sim = sim
    this.#servers = () => {
      const { client, server } = memoryPair(sim.clock, kind)
      const ends = { link: server, room: sim.rawLink() }
      new HostileServer(sim.clock, ends, { ...other, kind, definition }, random, mutator)
      return client
    }
    sim.join({
      frameHz: 10,
      script: ({ input }, timeMs) => {
        input.right = timeMs % 900 < 600
        input.jump = timeMs % 700 < 100
      },
    })
    sim.run(random.between(0, 300))
    const reopen = random.uint32() % 2 === 0 ? () => this.#reopen() : undefined
    this.session = new Session(definition.game, this.#servers(), sim.clock, { reopen })
    this.#listen()
  }

  play(): void {
    const { session } = this
    const { clock, room } = this.#sim
    const endMs = clock.nowMs() + END_MS
    const playMs = clock.nowMs() + PLAY_MS
    while (session.state !== 'closed') {
      const isPlay = clock.nowMs() < playMs
      if (!isPlay) room.close()
      const isHidden = this.#random.uint32() % 200 === 0
      clock.advance(isHidden ? this.#random.between(300, 4000) : isPlay ? FRAME_MS : SLOW_FRAME_MS)
      this.#press()
      session.frame(clock.nowMs())
      if (isPlay) this.#look()
      if (clock.nowMs() > endMs) throw new Error(`still ${session.state} after ${END_MS} ms`)
    }
    // Nothing of it goes on, and nothing that a page may still call is amiss.
    session.send('too late')
    session.frame(clock.nowMs() + 16)
    session.releaseInput()
    session.close()
    room.close()
    clock.advance(60_000)
  }

  /** What has to hold at the end. */
  judge(): void {
    const { session, ends } = this
    const must = (holds: boolean, what: string) => {
      if (!holds) throw new Error(what)
    }
    must(session.state === 'closed' && this.#states.at(-1) === 'closed', 'it has not been closed')
    must(ends.length === 1, `its end was told ${ends.length} times`)
    must(DISCONNECT_REASONS.includes(ends[0] as never), `'${ends[0]}' is no reason`)
    must(this.#joined !== '', 'joined has not been settled')
    must(this.#sim.clock.pending === 0, `${this.#sim.clock.pending} timers are left over`)
    must(!('polluted' in {}), 'a prototype is polluted')
  }

  #listen(): void {
    const { session } = this
    session.joined.then(
      () => {
        this.#joined = 'yes'
      },
      (error: Error) => {
        this.#joined = error.name === 'GlissadeError' ? 'no' : ''
      },
    )
    session.onState((state) => this.#states.push(state))
    session.onClose((reason) => this.ends.push(reason))
    session.onMessage(() => this.messages++)
    session.on('roar', ({ loud, word }, by) => {
      this.events++
      const isFine = Number.isInteger(loud) && loud >= 0 && loud <= 9 && word.length <= 5
      if (!isFine || !(by === null || by > 0)) throw new Error(`roar ${loud} ${word} by ${by}`)
    })
  }

  #press(): void {
    const { session } = this
    const { input } = session
    const chance = this.#random.uint32()
    input.right = (chance & 3) > 0
    input.jump = (chance & 63) === 0
    input.aim = (chance & 255) / 40
    input.mask = chance & 31
    if (session.state === 'open' && (chance & 0x7f00) === 0) session.send({ chance })
  }

  /** What is on display can be drawn, whatever was said: finite numbers, words and choices that the game has. */
  #look(): void {
    for (const kind of ['keeper', 'beast'] as const)
      for (const view of this.session.entities(kind)) {
        const { at, turn, timer, name, x, vx, spin, mood, spots, word } = view as never as Shown
        const numbers =
          kind === 'keeper'
            ? [at.x, at.y, turn, timer]
            : [x, vx, spots, spin.x, spin.y, spin.z, spin.w]
        const words = kind === 'keeper' ? name.length <= 8 : word.length <= 6
        const isFine = words && (kind === 'keeper' || ['calm', 'wild', 'gone'].includes(mood))
        if (!isFine || !numbers.every(Number.isFinite))
          throw new Error(`on display: ${JSON.stringify(view)}`)
      }
  }

  #reopen(): PromiseLike<Link> {
    const fails = this.#random.uint32() % 3 === 0 || ++this.#reopened > MOST_REOPENED
    const answer = (opened: (link: Link) => unknown, failed: (error: Error) => unknown) =>
      fails ? failed(new Error('nobody answers')) : opened(this.#servers())
    // biome-ignore lint/suspicious/noThenProperty: what is asked for in virtual time has to answer in it
    return { then: answer as PromiseLike<Link>['then'] }
  }
}

/** The fields of both kinds. */
interface Shown {
  readonly at: { readonly x: number; readonly y: number }
  readonly turn: number
  readonly timer: number
  readonly name: string
  readonly x: number
  readonly vx: number
  readonly spin: { readonly x: number; readonly y: number; readonly z: number; readonly w: number }
  readonly mood: string
  readonly spots: number
  readonly word: string
}
