import { defineGame } from 'glissade'
import { defineRoom } from 'glissade/server'
import { Room } from '../../src/server/room.ts'
import type { Coding } from '../../src/wire/coding/coding.ts'
import { acknowledgeAll, Sink } from '../../test/support/crowd.ts'
import { MOVERS, STATES } from '../wire/movers.ts'
import { SEND_HZ } from '../wire/workload.ts'
import type { TickServer } from './child.ts'
import { type Mover, play, type Scene, type Script } from './scene.ts'

type State = (typeof STATES)[number]

const setState = (mover: Mover & { state: State }, state: number): void => {
  mover.state = STATES[state]!
}

/** A room of ours, and one client that has joined, sees everything and acknowledges it. */
export function glissadeServer(scene: Scene, script: Script, coding?: Coding): TickServer {
  const { entities, steps } = scene
  let tick = 0
  let left = steps
  let nowMs = 0
  const movers = defineRoom(
    defineGame({
      ...MOVERS.definition,
      stepHz: SEND_HZ * steps,
      ...(coding ? { coding } : {}),
    }),
    {
      open(world) {
        for (let i = 0; i < entities; i++) world.spawn('mover', null, {})
      },
      update(world) {
        play(script, world.entities('mover'), tick, left, setState)
        left--
      },
    },
  )
  const room = new Room(movers, { nowMs: 0 })
  const link = new Sink()
  room.join(link, { profile: {} }, 0)
  return {
    bytes: () => link.bytes,
    tick: (n) => {
      tick = n
      left = steps
      nowMs += 1000 / SEND_HZ
      room.advance(nowMs)
      acknowledgeAll(room, nowMs)
    },
  }
}
