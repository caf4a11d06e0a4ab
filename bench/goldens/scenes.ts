import type { LinkKind } from '../../src/link/link.ts'
import type { AnyRoom } from '../../src/server/define-room.ts'
import { everything, near, tabled, ticking } from './game.ts'
import type { Golden } from './golden.ts'
import { Stage } from './stage.ts'

/** A scene: what happens in a room, and which connections are kept. */
interface Scene {
  readonly room: AnyRoom
  readonly link: LinkKind
  readonly play: (stage: Stage) => void
}

const SCENES: Readonly<Record<string, Scene>> = {
  ordered: {
    room: everything,
    link: 'ordered',
    play(stage) {
      const first = stage.join('Ann', true, {
        conditions: { up: { latencyMs: 30 }, down: { latencyMs: 20 } },
      })
      stage.run(16)
      const second = stage.join('Bøb', true)
      const third = stage.join('Cy', false, {
        conditions: { up: { latencyMs: 90, jitterMs: 40 }, down: { latencyMs: 80 } },
      })
      first.client.tell({ says: 'hello', to: ['wörld', 1.5] })
      stage.run(12)
      // More than it has saved: what is too much waits.
      second.owed += 16
      stage.run(13)
      third.stalled = 12
      stage.run(20)
      second.client.break()
      stage.run(10)
      stage.join('who?', true, { before: second })
      stage.run(10)
      third.client.leave()
      first.client.tell(null)
      first.client.report(120.6, 70_000)
      stage.run(12)
      first.client.leave()
      stage.run(2)
    },
  },
  datagram: {
    room: everything,
    link: 'datagram',
    play(stage) {
      const up = { latencyMs: 40, jitterMs: 20, loss: 0.12, duplicate: 0.1, reorder: 0.1 }
      const down = { latencyMs: 50, jitterMs: 30, loss: 0.15, duplicate: 0.1, reorder: 0.15 }
      const first = stage.join('Ann', true, { conditions: { up, down } })
      const second = stage.join('Bob', false, { conditions: { up: { latencyMs: 20 }, down: {} } })
      stage.run(30)
      first.client.tell({ n: 1 })
      first.client.tell({ n: 2 })
      second.stalled = 10
      stage.run(20)
      second.client.break()
      stage.run(8)
      const back = stage.join('Bob', false, { before: second })
      stage.run(16)
      // Nothing comes through for longer than history lasts: what comes then is complete.
      first.network.conditions = { up: { loss: 1 }, down: { loss: 1 } }
      first.stalled = 196
      stage.run(196)
      back.stalled = 20
      first.network.conditions = { up, down }
      stage.run(24)
      first.client.leave()
      stage.run(2)
    },
  },
  near: { room: near, link: 'datagram', play: briefly },
  tables: { room: tabled, link: 'datagram', play: briefly },
  ticks: {
    room: ticking,
    link: 'ordered',
    play(stage) {
      const up = { latencyMs: 15, jitterMs: 60 }
      const first = stage.join('Ann', true, { conditions: { up, down: {} } })
      stage.join('Bob', false)
      stage.run(25)
      // A longer way: for a while ticks go without its inputs.
      first.network.conditions = { up: { ...up, latencyMs: 190 }, down: {} }
      stage.run(20)
      stage.run(24, true)
      stage.run(5)
    },
  },
}

/** Two players, of whom one stands still for a while. */
function briefly(stage: Stage): void {
  const lossy = { up: { loss: 0.1 }, down: { loss: 0.1 } }
  const first = stage.join('Ann', true, { conditions: lossy })
  stage.join('Bob', false)
  stage.run(24)
  first.stalled = 8
  stage.run(18)
  stage.run(24, true)
  stage.run(5)
}

/** The names of all golden streams. */
export const SCENE_NAMES: readonly string[] = Object.keys(SCENES)

/** Plays a scene; the same every time. */
export function playScene(name: string): Golden {
  const { room, link, play } = SCENES[name]!
  const stage = new Stage(room, link)
  play(stage)
  return stage.golden
}
