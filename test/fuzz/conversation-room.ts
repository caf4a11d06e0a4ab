import { tables } from 'glissade'
import type { SnapshotCoding } from 'glissade/parts'
import { defineRoom } from 'glissade/server'
import { VirtualClock } from 'glissade/testing'
import { GlissadeError } from '../../src/base/error.ts'
import { Hash } from '../../src/base/hash.ts'
import { mixSeed, Random } from '../../src/base/random.ts'
import type { Ms } from '../../src/base/units.ts'
import { Session } from '../../src/client/session.ts'
import { defineGame } from '../../src/game/define-game.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { memoryPair } from '../../src/link/memory.ts'
import { SimulatedNetwork } from '../../src/link/simulated-network.ts'
import type { Room } from '../../src/server/room.ts'
import { coreOf } from '../../src/server/room.ts'
import { Lobby } from '../../src/server/rooms/lobby.ts'
import { keyOfText } from '../../src/wire/packets/handshake.ts'
import { authorityOf } from '../support/authority.ts'
import { Conversation, ROOM } from './conversation.ts'
import { type Corpus, record, zoo, zooRoom } from './corpus.ts'
import { tablesTogether } from './tables-together.ts'

/** Conversations of a room: so many at once, one wave after another. */
const LANES = 20
const WAVES = 10
export const CONVERSATIONS_PER_ROOM = LANES * WAVES
const WAVE_MS: Ms = 3000
const JOIN_MS: Ms = 1000
const RESUME_MS: Ms = 2000
/** Longer than a silent connection lasts, 10 s, then a place that is kept, then a room that stands empty, 10 s again. */
const CALM_MS: Ms = 24_000
const FRAME_MS: Ms = 1000 / 30

/** What a witness meets: enough for corrections and gaps to happen, and nothing that depends on how long a packet is. */
const impairment = {
  latencyMs: 40,
  jitterMs: 15,
  loss: 0.02,
  freeze: { everyMs: 7000, forMs: 150 },
}

/** A kind of room. */
export interface Setting {
  readonly name: string
  readonly definition: typeof zooRoom
  readonly kind: LinkKind
  readonly corpus: Corpus
}

/** What a witness can tell of its own part, all of which is its own affair. */
export interface Testimony {
  readonly state: string
  readonly corrections: number
  readonly correctionDistance: number
  readonly replayedSteps: number
  readonly rebases: number
  readonly gaps: number
  readonly resyncs: number
  readonly snapshots: number
  readonly reconnects: number
  /** Events it raised, and messages of the room, in order. */
  readonly heard: number
  /** Of its own entity in every frame. */
  readonly shown: number
  /** Steps that the room has taken: virtual time is bounded, and so is what is done in it. */
  readonly steps: number
}

/** What became of a room. */
export interface Outcome {
  readonly testimony: Testimony
  /** Sentences about what is wrong; empty: nothing. */
  readonly faults: readonly string[]
  /** How connections ended, at the door and inside, by reason, and how many came back. */
  readonly ends: Readonly<Record<string, number>>
}

type Rules = (typeof zooRoom)['definition']

/** A smaller zoo: what a step of it costs is the price of a conversation. */
const open: Rules['open'] = (world) => {
  for (let n = 0; n < 8; n++) world.spawn('beast', null, { x: 90 * n, vx: 20 * n, word: `b${n}` })
}

const worlds: Readonly<
  Record<string, Pick<Rules, 'interest' | 'budget'> & { coding?: SnapshotCoding }>
> = {
  packed: {},
  tables: { coding: tables() },
  'in sight': {
    interest: {
      at: { keeper: ({ at }) => at },
      from: (world, player) =>
        world.entities('keeper').find(({ owner }) => owner === player.id)?.at ?? null,
      radius: 120,
    },
    budget: { bytesPerSecond: 6000 },
  },
}

/** All kinds of room: both kinds of link, both authorities, both codings, and a room with interest and a budget. */
export function settings(): Setting[] {
  const kinds = ['ordered', 'datagram'] as const
  const authorities = ['input', 'tick'] as const
  return kinds.flatMap((kind) =>
    authorities.flatMap((authority) =>
      Object.entries(worlds).map(([name, { coding, ...more }]) => {
        const game = defineGame({ ...zoo.definition, authority: authorityOf(authority), coding })
        const definition = defineRoom(game, { ...zooRoom.definition, open, ...more })
        const corpus = record(kind, 2, definition)
        return { name: `${kind}, ${authority}, ${name}`, definition, kind, corpus }
      }),
    ),
  )
}

/** How many waves it takes for the conversations of these numbers, all of one room. */
export function wavesOf(numbers: readonly number[]): number {
  const last = Math.max(...numbers.map((number) => number % CONVERSATIONS_PER_ROOM))
  return 1 + Math.floor(last / LANES)
}

/**
 * A room with an honest witness, and with the conversations of these numbers, each in its place: one after another, twenty
 * at a time, in so many waves. `witnessSeed` is that of the witness's network, the only chance that it meets.
 */
export async function converse(
  setting: Setting,
  witnessSeed: number,
  numbers: readonly number[],
  waves: number,
): Promise<Outcome> {
  const stage = new Stage(setting, witnessSeed)
  stage.clock.advance(JOIN_MS)
  for (const number of numbers) stage.begin(number)
  stage.clock.advance(waves * WAVE_MS)
  stage.isCalm = true
  stage.clock.advance(CALM_MS)
  // Promises hold on to sessions until they have been told.
  await null
  return stage.outcome()
}

class Stage {
  readonly clock = new VirtualClock()
  isCalm = false
  readonly #setting: Setting
  readonly #lobby: Lobby
  readonly #room: Room
  readonly #witness: Session<typeof zoo>
  readonly #shown = new Hash()
  readonly #heard = new Hash()
  readonly #faults: string[] = []
  #ended = ''

  constructor(setting: Setting, witnessSeed: number) {
    this.#setting = setting
    const keys = new Random(witnessSeed)
    this.#lobby = new Lobby({
      rooms: [setting.definition],
      maxPlayers: 128,
      resumeMs: RESUME_MS,
      clock: this.clock,
      seed: () => witnessSeed,
      newKey: () => [keys.uint32(), keys.uint32()],
      mayOpenRoom: (_request, _game, id) => id !== '__proto__',
      authenticate({ token }) {
        if (token === '!') throw new GlissadeError('refused', 'not with this token')
      },
      onRoom: (room) =>
        room.onMessage((player, message) => room.world.send(player, typeof message)),
      onError: (error) => this.#faults.push(`thrown inside: ${(error as Error).stack}`),
    })
    this.#witness = this.#join(witnessSeed)
    this.#drive()
    this.#frame()
    this.clock.advance(JOIN_MS / 2)
    this.#room = [...this.#lobby.rooms.values()][0]!
    this.#tellTime()
  }

  /** Lets a conversation begin when its turn comes: its place depends on its number alone. */
  begin(number: number): void {
    const { clock } = this
    const place = number % CONVERSATIONS_PER_ROOM
    const { corpus } = this.#setting
    const othersKey = () => keyOfText(this.#witness.resumeKey)!
    const atMs = Math.floor(place / LANES) * WAVE_MS + (place % LANES) * 23
    clock.after(atMs, () => {
      const seed = mixSeed(number, 0x5eed)
      const conversation = new Conversation(seed, {
        connect: () => this.#link(),
        corpus,
        othersKey,
      })
      const endMs = clock.nowMs() + WAVE_MS - 500
      const act = () => {
        const pauseMs = clock.nowMs() < endMs ? conversation.act() : null
        if (pauseMs === null) conversation.end()
        else clock.after(pauseMs, act)
      }
      clock.after(20, act)
    })
  }

  outcome(): Outcome {
    const { stats } = this.#witness
    const { closed, resumes } = this.#room.stats
    const ends: Record<string, number> = { 'came back': resumes }
    for (const counts of [closed, this.#lobby.refused])
      for (const [reason, count] of Object.entries(counts))
        ends[reason] = (ends[reason] ?? 0) + count
    this.#judge()
    const testimony = {
      state: this.#witness.state + this.#ended,
      corrections: stats.corrections,
      correctionDistance: stats.correctionDistance,
      replayedSteps: stats.replayedSteps,
      rebases: stats.rebases,
      gaps: stats.gaps,
      resyncs: stats.resyncs,
      snapshots: stats.snapshots,
      reconnects: stats.reconnects,
      heard: this.#heard.value,
      shown: this.#shown.value,
      steps: this.#room.tick,
    }
    return { testimony, faults: this.#faults, ends }
  }

  /** What has to hold once everybody else has gone. */
  #judge(): void {
    const room = this.#room
    const { peerList, events, entities } = coreOf(room)
    const must = (holds: boolean, what: string) => {
      if (!holds) this.#faults.push(what)
    }
    must(this.#witness.state === 'open', `the witness is ${this.#witness.state}${this.#ended}`)
    must(!room.isClosed, 'the room has closed')
    must(room.players.length === 1, `${room.players.length - 1} players are left over`)
    must(this.#lobby.rooms.size === 1, `${this.#lobby.rooms.size - 1} rooms are left over`)
    must(peerList.length === 1, `${peerList.length - 1} connections are left over`)
    must(events.list.length < 200, `${events.list.length} events are kept`)
    must(entities.slots.length < 1000, `${entities.slots.length} slots are kept`)
    must(this.clock.pending < 30, `${this.clock.pending} timers are left over`)
    must(!('polluted' in {}), 'a prototype is polluted')
    const [keeper, ...others] = this.#witness.entities('keeper')
    must(others.length === 0, `the witness still shows ${others.length} others`)
    const [truth] = room.world.entities('keeper') as unknown as (typeof keeper)[]
    const isSame =
      JSON.stringify([keeper?.id, keeper?.at]) === JSON.stringify([truth?.id, truth?.at])
    must(isSame, 'the witness and the server differ')
  }

  #join(seed: number): Session<typeof zoo> {
    const network = tablesTogether(
      new SimulatedNetwork({ up: impairment, down: impairment }, { seed }),
    )
    const { game } = this.#setting.definition
    const session = new Session(game, this.#link(), this.clock, {
      network,
      room: ROOM,
      profile: { name: 'witness' },
    })
    session.onClose((reason, detail) => {
      this.#ended = `: ${reason} ${detail}`
    })
    session.onMessage((message) => this.#heard.text(JSON.stringify(message)))
    session.on('roar', ({ loud }, by) => {
      if (by === session.playerId) this.#heard.number(loud)
    })
    return session
  }

  #link(): ReturnType<typeof memoryPair>['client'] {
    const { client, server } = memoryPair(this.clock, this.#setting.kind)
    this.#lobby.accept(server)
    return client
  }

  #drive(): void {
    const { clock } = this
    this.#lobby.advance(clock.nowMs())
    const dueMs = Math.min(this.#lobby.nextDueMs, clock.nowMs() + 50)
    clock.after(Math.max(0.01, dueMs - clock.nowMs()), () => this.#drive())
  }

  #tellTime(): void {
    const [player] = this.#room.players
    if (player) this.#room.world.send(player, { tick: this.#room.tick })
    this.clock.after(1000, () => this.#tellTime())
  }

  #frame(): void {
    const session = this.#witness
    const { input } = session
    const nowMs = this.clock.nowMs()
    const beat = Math.floor(nowMs / 400)
    input.right = !this.isCalm && beat % 3 > 0
    input.jump = !this.isCalm && beat % 5 === 0
    input.aim = this.isCalm ? 0 : beat / 7
    input.mask = beat & 31
    session.frame(nowMs)
    for (const keeper of session.entities('keeper'))
      if (keeper.mine) this.#shown.number(keeper.at.x).number(keeper.turn).number(keeper.timer)
    this.clock.after(FRAME_MS, () => this.#frame())
  }
}
