import {
  angle,
  bits,
  defineGame,
  flag,
  gameEvents,
  int,
  jsonMessages,
  number,
  once,
  oneOf,
  own,
  press,
  quat,
  ref,
  sharedTick,
  tables,
  text,
  told,
  vec2,
} from 'glissade'
import { defineRoom } from 'glissade/server'
import { Session } from '../../src/client/session.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { coreOf, Room } from '../../src/server/room.ts'
import { Direct, ToldClock } from '../support/crowd.ts'
import { strictReception } from '../support/reception.ts'

/** A game with a field of every type and use, events, messages and a player. */
export const zoo = defineGame({
  name: 'zoo',
  messages: jsonMessages(),
  stepHz: 60,
  sendHz: 20,
  profile: { name: text(8) },
  input: { right: flag(), jump: press(), aim: angle({ bits: 8 }), mask: bits(5) },
  entities: {
    keeper: {
      at: vec2({ max: 500, step: 0.125, coarse: 0.5 }),
      turn: angle(),
      timer: own(int({ max: 99 })),
      name: once(text(8)),
      score: told(int({ max: 999 })),
      holds: ref(),
    },
    beast: {
      x: number({ max: 900, step: 0.25, velocity: 'vx' }),
      vx: number({ min: -200, max: 200, step: 1, curve: 'step' }),
      spin: quat({ bits: 9 }),
      mood: oneOf('calm', 'wild', 'gone'),
      spots: bits(9),
      isHungry: flag(),
      word: text(6),
    },
  },
  events: gameEvents({ roar: { loud: int({ max: 9 }), word: text(5) } }),
  move: {
    keeper(keeper, input, ctx) {
      if (input.right) keeper.at.x += 3
      if (keeper.at.x > 450) {
        keeper.at.x = 0
        ctx.teleport()
      }
      keeper.turn = input.aim
      keeper.timer = (keeper.timer + 1) % 100
      if (input.jump) ctx.emit('roar', { loud: input.mask % 10, word: 'rrr' })
    },
  },
})

/** What only the server has of it. */
export const zooRoom = defineRoom(zoo, {
  open(world) {
    for (let n = 0; n < 24; n++)
      world.spawn('beast', null, { x: 30 * n, vx: n % 5 ? 20 * (n % 7) : 0, word: `b${n}` })
  },
  join(world, player) {
    world.spawn('keeper', player, { at: { x: 50 * player.id, y: 9 }, name: player.profile.name })
  },
  update(world, ctx) {
    const beasts = world.entities('beast')
    for (const [n, beast] of beasts.entries()) {
      beast.x = (beast.x + beast.vx * ctx.dtSeconds) % 900
      if ((ctx.tick + 7 * n) % 90 > 0) continue
      beast.vx = ((beast.vx + 71) % 200) * (n % 2 ? 1 : -1)
      beast.spin = { x: Math.sqrt(0.5), y: 0, z: 0, w: Math.sqrt(0.5) }
      beast.mood = n % 2 ? 'wild' : 'calm'
      beast.spots = (beast.spots + 37) & 511
      beast.isHungry = !beast.isHungry
      beast.word = `b${ctx.tick % 1000}`
      world.emit('roar', { loud: n % 10, word: 'grr' })
    }
    if (ctx.tick % 200 === 0 && beasts[3]) world.despawn(beasts[3])
    if (ctx.tick % 200 === 100) world.spawn('beast', null, { x: 5, word: 'new' })
    for (const keeper of world.entities('keeper'))
      if (ctx.tick % 50 === 0) keeper.score = (keeper.score + 1) % 1000
  },
})

/** The same game in a coding with tables. */
export const tabledZoo: typeof zooRoom = defineRoom(
  defineGame({ ...zoo.definition, coding: tables() }),
  zooRoom.definition,
)

/** The same game with a tick for each input. */
export const tickingZoo: typeof zooRoom = defineRoom(
  defineGame({ ...zoo.definition, authority: sharedTick() }),
  zooRoom.definition,
)

/** The packets of a connection in the order of their going, both ways. */
export interface Corpus {
  readonly definition: typeof zooRoom
  readonly kind: LinkKind
  readonly toServer: Uint8Array[]
  readonly toClient: Uint8Array[]
}

class Taped extends Direct {
  readonly tape: Uint8Array[] = []
  /** Every so manieth packet is lost on its way: 0 for none. */
  loses = 0

  override send(bytes: Uint8Array): void {
    this.tape.push(bytes.slice())
    if (this.loses > 0 && this.tape.length % this.loses === 0) return
    super.send(bytes)
  }
}

/** Plays a zoo for `seconds` with two players, one of whom is taped, and comes and goes. */
export function record(kind: LinkKind, seconds: number, definition = zooRoom): Corpus {
  const clock = new ToldClock(0)
  // Keys are in the packets that are mutated: a seed has to give the same ones again.
  const newKey = () => {
    const { random } = coreOf(room)
    return [random.uint32(), random.uint32()] as const
  }
  const room: Room<typeof zooRoom> = new Room(definition, { nowMs: 0, newKey })
  const reception = strictReception(definition, room, clock)
  const corpus: Corpus = { definition, kind, toServer: [], toClient: [] }
  const join = (name: string) => {
    const client = new Taped(kind, clock)
    const server = new Taped(kind, clock)
    client.other = server
    server.other = client
    reception.accept(server)
    const session = new Session(definition.game, client, clock, { profile: { name } })
    if (kind === 'datagram') client.loses = server.loses = 7
    return { client, server, session }
  }
  const taped = join('taped')
  const other = join('other')
  for (let frame = 1; frame < seconds * 60; frame++) {
    clock.now = (frame * 1000) / 60
    for (const { session } of [taped, other]) {
      session.input.right = frame % 100 < 70
      session.input.jump = frame % 40 === 0
      session.input.aim = frame / 60
      session.input.mask = frame & 31
      session.frame(clock.now)
    }
    if (frame % 150 === 0) taped.session.send({ says: frame })
    if (frame % 170 === 0) room.world.broadcast({ heard: frame })
    room.advance(clock.now)
  }
  if (kind === 'ordered') taped.session.close()
  else room.world.kick(room.players[0]!, 'enough of this')
  corpus.toServer.push(...taped.client.tape)
  corpus.toClient.push(...taped.server.tape)
  return corpus
}
