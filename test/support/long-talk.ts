import { defineGame, jsonMessages } from 'glissade'
import type { Conditions } from 'glissade/client'
import { defineRoom, type PlayerOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import { expect } from 'vitest'
import { Letters } from './letters.ts'
import { rover, told } from './rover.ts'

/** The network of soak.cpp of yojimbo: a second each way, give or take a tenth; a quarter is lost, a quarter comes twice. */
const FAR: Conditions['up'] = { latencyMs: 1000, jitterMs: 100, loss: 0.25, duplicate: 0.25 }
/** How many letters may be under way in one direction: more than a datagram link sends without an acknowledgement. */
const MOST_UNDER_WAY = 64
/** How often each side writes, as long as it may. */
const WRITE_MS = 100
/** How long everything under way may take to come. */
const DRAIN_MS = 120_000

/** What a talk came to, for each direction. */
export interface Talk {
  readonly toServer: Letters
  readonly toClient: Letters
}

const { definition, game } = rover('input')
/** A game in which players also walk and fire, so that inputs, snapshots and events share the connection with letters. */
const talker = defineGame({ ...game.definition, messages: jsonMessages() })

/**
 * Lets a player and its room write to each other over a far and bad datagram link, as much as it carries: each letter has
 * to come once, in order and unchanged. Calls `onQuarter` after each quarter of the time.
 */
export function talk(seed: number, seconds: number, onQuarter: () => void = () => {}): Talk {
  const toServer = new Letters(8000)
  const toClient = new Letters(8000)
  const room = defineRoom(talker, {
    ...definition,
    onMessage: (_world, message) => toServer.hear(message),
  })
  const sim = new Simulation(room, { kind: 'datagram', seed })
  let isCalm = false
  const client = sim.join({
    conditions: { up: FAR, down: FAR },
    frameHz: 30,
    seed,
    script: ({ input }, timeMs) => {
      input.right = !isCalm && Math.floor(timeMs / 700) % 2 === 0
      input.left = !isCalm && Math.floor(timeMs / 900) % 3 === 0
      if (!isCalm && Math.floor(timeMs / 33) % 40 === 0) input.fire = true
    },
  })
  const { session } = client
  session.onMessage((message) => toClient.hear(message))
  const write = () => {
    const player = sim.room.players[0] as PlayerOf<typeof room> | undefined
    if (session.state !== 'open' || !player) return
    if (toServer.underWay < MOST_UNDER_WAY) session.send(toServer.next())
    if (toClient.underWay < MOST_UNDER_WAY) sim.room.world.send(player, toClient.next())
  }
  for (let quarter = 1; quarter <= 4; quarter++) {
    for (let ms = 0; ms < seconds * 250; ms += WRITE_MS) {
      sim.run(WRITE_MS)
      write()
    }
    onQuarter()
  }
  isCalm = true
  sim.run(DRAIN_MS)
  expect(session.state).toBe('open')
  expect(session.stats.reconnects).toBe(0)
  for (const { faults, underWay } of [toServer, toClient]) {
    expect(faults).toEqual([])
    expect(underWay).toBe(0)
  }
  for (const what of ['rover', 'shot'] as const)
    expect(told(session, what)).toBe(told(sim.room.world, what))
  return { toServer, toClient }
}
