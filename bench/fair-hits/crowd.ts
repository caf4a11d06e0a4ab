import { Random } from '../../src/base/random.ts'
import { presets } from '../../src/link/presets.ts'
import { defineRoom } from '../../src/server/define-room.ts'
import { Simulation } from '../../src/testing/simulation.ts'
import { shooting } from './game.ts'
import { noKeys, targetKeys } from './targets.ts'

const WARM_MS = 3000

/** A room in which players run and jump, and one of them shoots. Nothing of it moves any more. */
export interface Crowd {
  /** Moves as many bodies as there are players by one step of `move`. */
  step(): void
  /** Judges a shot of the first player at a place, by those who can have been there. Returns how many it repeated. */
  shot(): number
  /** Repeats what the first player saw of all others. Returns how many that were. */
  look(): number
}

/** How far somebody can have gone since the earliest moment that counts, with room to spare. */
const REACH_PX = 90

/** Makes such a room with so many players, each 30 ms away and with a page of its own. */
export function crowdOf(players: number): Crowd {
  const room = defineRoom(shooting, {
    join: (world, player) => {
      world.spawn('pip', player, { x: 200 + 30 * player.id, y: 300 })
    },
    // The first call makes the room keep what was sent.
    update: (world) => void world.seenBy(null),
  })
  const sim = new Simulation(room, { kind: 'datagram', maxPlayers: players })
  for (let n = 0; n < players; n++) {
    const press = targetKeys('jumps', n, new Random(n + 1))
    sim.join({
      conditions: presets.wifi,
      script: (session) => {
        const me = session.entities('pip').find(({ mine }) => mine)
        if (me) press(me, session.input, session.ownTimeMs)
      },
    })
  }
  sim.run(WARM_MS)
  const { world } = sim.room
  const bodies = Array.from({ length: players }, (_, n) =>
    world.spawn('pip', null, { x: 200 + 12 * n, y: 300 }),
  )
  const keys = { ...noKeys(), right: true }
  const shooter = world.players[0]!
  const targets = world.entities('pip').filter(({ owner }) => owner !== null)
  let n = 0
  return {
    step: () => {
      for (const body of bodies) world.drive(body, keys)
    },
    shot: () => {
      const seen = world.seenBy(shooter)
      const at = targets[++n % targets.length]!
      let count = 0
      for (const target of targets) {
        if (Math.abs(target.x - at.x) > REACH_PX || Math.abs(target.y - at.y) > REACH_PX) continue
        if (seen.get(target.id)) count++
      }
      return count
    },
    look: () => world.seenBy(shooter).entities('pip').length,
  }
}
