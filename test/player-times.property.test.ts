import { expect, test } from 'vitest'
import { Random } from '../src/base/random.ts'
import { Players } from '../src/client/timeline/players.ts'
import { PlayerTimes } from '../src/server/replication/player-times.ts'
import { BitReader, BitWriter } from '../src/wire/bits.ts'
import { PlayerTimeline } from '../src/wire/records/player-timeline.ts'
import { readPlayers } from '../src/wire/records/players.ts'

const SEND_SUB_TICKS = 384
const TICKS = 600
const HISTORY_TICKS = 128

/** A whole number from 0, below `count`. */
function below(random: Random, count: number): number {
  return Math.floor(random.next() * count)
}

/** What `PlayerTimes` looks at of a peer. */
interface FakePeer {
  isOpen: boolean
  readonly player: { readonly id: number }
  toldStamp: number
  readonly timeline: PlayerTimeline
  usualSteps: number
  /** What its time does for a while. */
  habit: number
  /** How far behind the room's present its time is, in subticks. */
  lateness: number
}

/** A room with players whose times do all that times can do. */
class FakeRoom {
  readonly peerList: FakePeer[] = []
  readonly game = { sendSubTicks: SEND_SUB_TICKS }
  readonly times = new PlayerTimes(this)
  readonly #random: Random

  constructor(random: Random) {
    this.#random = random
  }

  /** Players come, go, and have the times that they have at network tick `tick`. */
  pass(tick: number): void {
    const random = this.#random
    const { peerList } = this
    const isHere = (id: number) => peerList.some(({ player }) => player.id === id)
    const id = 1 + below(random, 6)
    if (random.next() < 0.1 && !isHere(id)) peerList.push(newPeer(id, below(random, 2000)))
    if (random.next() < 0.02 && peerList.length > 0) {
      const [gone] = peerList.splice(below(random, peerList.length), 1)
      gone!.isOpen = false
    }
    for (const peer of peerList) this.#move(peer, tick * SEND_SUB_TICKS)
    this.times.take(tick, tick - 127)
  }

  #move(peer: FakePeer, now: number): void {
    const random = this.#random
    const chance = random.next()
    if (chance < 0.05) peer.habit = below(random, 4)
    // An epoch, and once in a while one that is further off than can be told.
    if (chance > 0.99) peer.lateness += below(random, 3000) - 1500
    if (chance > 0.998) peer.lateness = random.next() < 0.5 ? 2 ** 31 : -(2 ** 31)
    const phase = peer.lateness & 255
    const jitter =
      peer.habit === 1 ? below(random, 3) - 1 : peer.habit === 2 ? below(random, 40) : 0
    // Habit 3: it stands still.
    if (peer.habit === 3) peer.lateness = now - peer.toldStamp
    else peer.toldStamp = (Math.floor((now - peer.lateness) / 256) - jitter) * 256 + phase
  }
}

function newPeer(id: number, lateness: number): FakePeer {
  return {
    isOpen: true,
    player: { id },
    toldStamp: -lateness,
    timeline: new PlayerTimeline(id),
    usualSteps: 0,
    habit: 0,
    lateness,
  }
}

/** One client, some of whose bodies never come, and what these are coded against. */
class FakeClient {
  readonly players = new Players({ sendSubTicks: SEND_SUB_TICKS, stepMs: 20 })
  /** Taken in: by network tick, what it was coded against. */
  readonly taken = new Map<number, number>()
  previous = -1

  baselineOf(tick: number): number {
    return this.taken.get(tick) ?? -1
  }

  take(room: FakeRoom, tick: number, baseline: number): number {
    const { players } = this
    const before = near(tick, this.baselineOf(baseline))
    const earlier = near(tick, this.baselineOf(before))
    const writer = new BitWriter(64)
    room.times.writeLeft(writer, baseline)
    room.times.write(writer, tick, baseline, before)
    const bits = writer.bitLength
    const reader = new BitReader().start(writer.toBytes())
    players.begin(tick, baseline, before, earlier)
    for (let n = reader.rice(0, 17); n > 0; n--) players.left(reader.read(16))
    expect(readPlayers(reader, players, true)).toBe(true)
    expect(reader.finished()).toBe(true)
    players.settle(this.previous)
    this.previous = tick
    this.taken.set(tick, baseline)
    return bits
  }
}

/** A network tick that a body of `tick` may go by, or -1. */
function near(tick: number, told: number): number {
  return tick - told < HISTORY_TICKS ? told : -1
}

test.each([1, 2, 3, 4, 5, 6])(
  "A4 both ends know the same of players' times, whatever these do and whatever is lost, seed %d",
  (seed) => {
    const random = new Random(seed)
    const room = new FakeRoom(random)
    const client = new FakeClient()
    let compared = 0
    for (let tick = 1; tick <= TICKS; tick++) {
      room.pass(tick)
      // Some are lost, now and then for longer than any baseline is kept.
      if (random.next() < 0.3 || (tick > 300 && tick < 440 && seed % 2 === 0)) continue
      const held = [...client.taken.keys()].filter((one) => tick - one < HISTORY_TICKS)
      const isComplete = held.length === 0 || random.next() < 0.02
      const baseline = isComplete ? -1 : held[Math.max(0, held.length - 1 - below(random, 5))]!
      client.take(room, tick, baseline)
      const ids = client.players.connected.map(({ player }) => player)
      expect(ids).toEqual(room.times.connected.map(({ player }) => player.id))
      for (const { timeline } of room.times.connected) {
        const known = client.players.of(timeline.player).timeline
        expect([known.part, known.usual]).toEqual([timeline.part, timeline.usual])
        for (const one of client.taken.keys()) {
          if (tick - one >= HISTORY_TICKS) continue
          const subTicks = one * SEND_SUB_TICKS
          const differs = known.stampAt(one, subTicks) !== timeline.stampAt(one, subTicks)
          if (differs || known.stood(tick, one) !== timeline.stood(tick, one))
            throw new Error(`tick ${tick}: player ${timeline.player} at ${one} is not the same`)
          compared++
        }
      }
    }
    expect(compared).toBeGreaterThan(20_000)
  },
)

/** The bits that a body takes for 50 players who do the same for 100 network ticks, after that they did so for a while. */
function bitsOf(move: (peer: FakePeer, tick: number) => void): number {
  const room = new FakeRoom(new Random(1))
  const client = new FakeClient()
  let bits = 0
  for (let id = 1; id <= 50; id++) room.peerList.push(newPeer(id, 300))
  for (let tick = 1; tick <= 200; tick++) {
    for (const peer of room.peerList) move(peer, tick)
    room.times.take(tick, tick - 3)
    const taken = client.take(room, tick, tick - 1 || -1)
    if (tick > 100) bits += taken
  }
  return bits
}

/** In each body: that nobody has left, and two flags. */
const LEAST_BITS = 100 * (1 + 2)

test('players who go on as usual, or stand still, cost two flags in all', () => {
  const goOn = (peer: FakePeer, tick: number) => {
    peer.toldStamp = tick * SEND_SUB_TICKS - (((tick * SEND_SUB_TICKS) % 256) + 300)
  }
  expect(bitsOf(goOn)).toBe(LEAST_BITS)
  const halfStands = (peer: FakePeer, tick: number) => {
    if (peer.player.id % 2 === 0 || tick < 20) goOn(peer, tick)
  }
  expect(bitsOf(halfStands)).toBe(LEAST_BITS)
})
