import { describe, expect, test } from 'vitest'
import { ROOMS } from '../../bench/goldens/game.ts'
import { Stage } from '../../bench/goldens/stage.ts'
import { Random } from '../../src/base/random.ts'
import type { LinkKind } from '../../src/link/link.ts'
import type { AnyRoom } from '../../src/server/define-room.ts'
import { expectDecoded } from './decoded.case.ts'
import type { GoldenFile } from './golden.ts'
import { expectHeld } from './session.case.ts'

const SEEDS = [1]
const TURNS = 10

/** A room in which players come, go, stall, rush and come back as chance has it, under any impairment. */
function playRandomly(room: AnyRoom, seed: number, link: LinkKind): GoldenFile {
  const random = new Random(seed)
  const upTo = (most: number) => Math.floor(random.next() * (most + 1))
  const impairment = () => ({
    latencyMs: upTo(120),
    jitterMs: upTo(60),
    loss: upTo(3) * 0.1,
    duplicate: upTo(1) * 0.2,
    reorder: upTo(2) * 0.15,
  })
  const stage = new Stage(room, link)
  const here = () => stage.roles.filter(({ client }) => client.isOpen)
  for (let turns = 0; turns < TURNS; turns++) {
    const role = here()[upTo(here().length - 1)]
    const chance = upTo(9)
    if (!role || (chance < 3 && here().length < 4))
      stage.join(`P${turns}`, true, { conditions: { up: impairment(), down: impairment() } })
    else if (chance < 5) role.stalled = upTo(40)
    else if (chance < 6) role.owed += upTo(30)
    else if (chance < 7) role.network.conditions = { up: impairment(), down: impairment() }
    else if (chance < 8) role.client.tell({ turns, text: 'ö'.repeat(upTo(30)) })
    else if (here().length > 1) {
      if (chance < 9) role.client.leave()
      else {
        role.client.break()
        stage.run(upTo(12))
        stage.join('again', true, {
          conditions: { up: impairment(), down: impairment() },
          before: role,
        })
      }
    }
    stage.run(upTo(chance === 4 ? 120 : 25))
    if (chance % 3 === 0) stage.run(upTo(60), true)
  }
  return JSON.parse(JSON.stringify(stage.golden)) as GoldenFile
}

describe.each(Object.values(ROOMS))('whatever happens in a room of $game.name', (room) => {
  test.each(['ordered', 'datagram'] as const)(
    'everybody is told what it is over a link that is %s',
    (link) => {
      for (const seed of SEEDS) {
        const golden = playRandomly(room, seed, link)
        let snapshots = 0
        for (const connection of golden.connections) {
          if (connection.player === 0) continue
          snapshots += expectHeld(golden, connection)
          expectDecoded(golden, connection)
        }
        expect(snapshots).toBeGreaterThan(50)
      }
    },
  )
})
