import type { AnyGame } from '../../src/game/define-game.ts'
import type { Conditions } from '../../src/link/impairment.ts'
import type { LinkKind } from '../../src/link/link.ts'
import { SimulatedNetwork } from '../../src/link/simulated-network.ts'
import type { AnyRoom } from '../../src/server/define-room.ts'
import { FORMAT_VERSION } from '../../src/wire/packets/packets.ts'
import { described, type Golden } from './golden.ts'
import { RecordedRoom } from './recorded-room.ts'
import { ScriptedClient } from './scripted-client.ts'

const FRAME_MS = 1000 / 30
const MOST_OWED = 40

/** Anybody in a scene: a client, and how it plays. */
export interface Role {
  readonly client: ScriptedClient
  readonly network: SimulatedNetwork
  readonly isKept: boolean
  /** Frames it has played. */
  frames: number
  /** Frames it still stands still for; then it catches up. */
  stalled: number
  owed: number
  readonly beat: number
}

/** Where scenes are played: a room, its clients, and a clock that goes frame by frame. */
export class Stage {
  readonly recorded: RecordedRoom
  readonly roles: Role[] = []
  readonly #game: AnyGame
  readonly #link: LinkKind
  #seed = 0

  constructor(definition: AnyRoom, link: LinkKind) {
    this.#game = definition.game
    this.#link = link
    this.recorded = new RecordedRoom(definition, link)
    const { room } = this.recorded
    room.onMessage((player, message) => {
      room.world.send(player, { heard: message })
      room.world.send(player, { seen: message }, { at: 'display' })
    })
  }

  /** Somebody comes in; `before`: as whom it comes back. */
  join(
    name: string,
    isKept: boolean,
    options: { conditions?: Conditions; before?: Role } = {},
  ): Role {
    const { conditions, before } = options
    const { clock } = this.recorded
    const network = new SimulatedNetwork(conditions, { seed: ++this.#seed })
    const link = network.wrap(this.recorded.open(), clock)
    const profile = { name, level: this.#seed % 10 }
    const client = new ScriptedClient(this.#game, link, clock, profile, before?.client.resumeKey)
    const role = {
      client,
      isKept,
      frames: 0,
      stalled: 0,
      owed: 0,
      beat: 7 + 4 * this.#seed,
      network,
    }
    this.roles.push(role)
    return role
  }

  /** Runs that many frames. `isStill`: nobody does anything in them. */
  run(frames: number, isStill = false): void {
    for (let n = 0; n < frames; n++) {
      for (const role of this.roles) frameOf(role, isStill)
      this.recorded.clock.advance(FRAME_MS)
    }
  }

  /** What was recorded of those who are kept. */
  get golden(): Golden {
    const kept = this.roles.filter(({ isKept }) => isKept).map(({ client }) => client)
    const ticks = [...new Set(kept.flatMap(({ ticks }) => ticks))].sort((a, b) => a - b)
    return {
      formatVersion: FORMAT_VERSION,
      coding: this.#game.definition.coding?.name ?? 'packed',
      link: this.#link,
      game: described(this.#game),
      moments: this.recorded.moments(ticks),
      events: this.recorded.events,
      connections: kept.map(({ connection }) => connection),
    }
  }
}

function frameOf(role: Role, isStill: boolean): void {
  role.owed++
  if (role.stalled-- > 0) return
  // Who was away for long does not make up for all of it.
  role.owed = Math.min(role.owed, MOST_OWED)
  const inputs: object[] = []
  for (; role.owed > 0; role.owed--) {
    const frame = role.frames++
    if (isStill) inputs.push({})
    if (isStill) continue
    const beat = Math.floor(frame / role.beat) % 4
    inputs.push({
      left: beat === 2,
      right: beat === 0 || beat === 1,
      jump: frame % (role.beat + 6) === 9,
      aim: Math.floor((frame * (beat === 3 ? 5 : 2)) % 64),
    })
  }
  role.client.frame(inputs, isStill)
}
