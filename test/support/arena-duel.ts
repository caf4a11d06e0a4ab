import { type Conditions, presets, type Session } from 'glissade/client'
import type { EntityOf } from 'glissade/server'
import { Simulation } from 'glissade/testing'
import type { game } from '../../examples/arena/arena.ts'
import { room } from '../../examples/arena/room.ts'

type Arena = Session<typeof game>
type Fighter = EntityOf<typeof game, 'fighter'>

/** The networks on which the arena must be fair. */
export const NETWORKS: [string, Conditions][] = [
  ['0 ms', presets.none],
  ['100 ms', { up: { latencyMs: 50 }, down: { latencyMs: 50 } }],
  ['250 ms', { up: { latencyMs: 125, jitterMs: 5 }, down: { latencyMs: 125, jitterMs: 5 } }],
  ['log', presets.log],
]

/** Other players, and bots, as a page shows them. */
export const players = (session: Arena) =>
  session.entities('fighter').filter(({ mine, owner }) => !mine && owner !== null)
export const bots = (session: Arena) =>
  session.entities('fighter').filter(({ owner }) => owner === null)

/** A player who runs about, and one who shoots at whom `targets` returns. Nobody else is shot at. */
export function duel(
  conditions: Conditions,
  seed: number,
  targets: (session: Arena) => { x: number; y: number; out: number }[],
) {
  const sim = new Simulation(room, { kind: 'datagram', seed })
  const turn = 600 + 37 * (seed % 7)
  sim.join({
    conditions: presets.wifi,
    profile: { name: 'Ada' },
    script: ({ input }, nowMs) => {
      input.down = Math.floor(nowMs / turn) % 2 === 0
      input.up = !input.down
    },
  })
  const aim = { isOn: false }
  const { session } = sim.join({
    conditions,
    profile: { name: 'Bo' },
    script: (own) => {
      const me = own.entities('fighter').find(({ mine }) => mine)
      const [target] = targets(own).filter(({ out }) => out === 0)
      if (!me || !target) return
      own.input.aim = Math.atan2(target.y - me.y, target.x - me.x)
      if (aim.isOn) own.input.beam = true
      aim.isOn = false
    },
  })
  sim.run(4000)
  return { sim, session, aim }
}

/** Puts everybody where no wall is between them. Those who are neither shooter nor target are out. */
function arrange({ sim, session }: ReturnType<typeof duel>, isBot: boolean): Fighter[] {
  const { world } = sim.room
  const fighters = world.entities('fighter')
  for (const bullet of world.entities('bullet')) world.despawn(bullet)
  for (const fighter of fighters) {
    const isShooter = fighter.owner === session.playerId
    const isTarget = (fighter.owner === null) === isBot
    Object.assign(fighter, isShooter ? { x: 40, y: 450 } : { x: 150, y: 450 })
    Object.assign(fighter, { health: 100, out: isShooter || isTarget ? 0 : 120 })
    world.teleport(fighter)
  }
  return fighters.filter(({ out, owner }) => out === 0 && owner !== session.playerId)
}

/** Shoots eight times. Returns how many shots hit whom they were aimed at. */
export function shootEight(match: ReturnType<typeof duel>, isBot: boolean): number {
  let hit = 0
  for (let shot = 0; shot < 8; shot++) {
    const targets = arrange(match, isBot)
    match.sim.run(1000)
    match.aim.isOn = true
    match.sim.run(950)
    if (targets.some(({ health }) => health === 50)) hit++
  }
  return hit
}
