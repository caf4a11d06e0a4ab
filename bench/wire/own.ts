import { defineGame, flag, number, quat, ref, vec2 } from 'glissade'
import type { Coding } from '../../src/wire/coding/coding.ts'
import { tables } from '../../src/wire/coding/frequency/tables-coding.ts'
import { packed } from '../../src/wire/coding/packed-ends.ts'
import type { MakeCodec, ViewsCodec } from './codec.ts'
import { CUBE_WIDTH, CUBES, type Recording } from './cubes.ts'
import { COLUMNS, MOVERS } from './movers.ts'
import { type Scene, stand } from './stand.ts'
import type { ViewsScene } from './views.ts'
import { standViews } from './views-stand.ts'
import { AT, SEND_HZ, WIDTH, type Workload } from './workload.ts'

const CODINGS: readonly Coding[] = [packed, tables()]

const PILE = defineGame({
  name: 'pile',
  stepHz: 60,
  sendHz: 60,
  input: { go: flag() },
  entities: {
    cube: {
      turn: quat({ bits: 9 }),
      at: vec2({ min: -32, max: 32, step: 1 / 512 }),
      z: number({ max: 16, step: 1 / 512 }),
      pushedBy: ref(),
      isInteracting: flag(),
    },
  },
})

/** Our own codings of a workload. */
export function ownCodecs(workload: Workload): readonly MakeCodec[] {
  return CODINGS.map((coding) => () => stand(movers(workload), coding, `Glissade, ${coding.name}`))
}

/** Our own codings of the recording of cubes. */
export function ownCubes(recording: Recording): readonly MakeCodec[] {
  return CODINGS.map((coding) => () => stand(pile(recording), coding, `Glissade, ${coding.name}`))
}

/** Our own updates of many clients. */
export function ownViews({ workload, seen }: ViewsScene): readonly (() => ViewsCodec)[] {
  return CODINGS.map((coding) => () => {
    return standViews(movers(workload), seen, coding, `Glissade, ${coding.name}`)
  })
}

function movers({ entities, values }: Workload): Scene {
  const [kind] = MOVERS.kinds
  const { columns } = kind!.schema
  return {
    entities,
    kind: kind!,
    stepHz: SEND_HZ,
    load: (tick, entity, into) => {
      const from = (tick * entities + entity) * WIDTH
      COLUMNS.forEach((at, i) => {
        const { min, step, levels } = columns[i]!
        const whole = Math.round((values[from + at]! - min) / step)
        into[i] = at === AT.angle ? whole % (levels + 1) : whole
      })
    },
    show: (row, at, out, entity) => {
      out[entity * WIDTH] = values[entity * WIDTH]!
      COLUMNS.forEach((to, i) => {
        out[entity * WIDTH + to] = columns[i]!.min + row[at + i]! * columns[i]!.step
      })
    },
  }
}

/** The recording counts metres across in steps from its middle. */
const MIDDLE = 32 * 512
/** Where the numbers of the recording stand in a row: between them stands who pushes. */
const PLACES = [0, 1, 2, 3, 4, 5, 6, 8]
const PUSHED_BY = 7
/** The id of the first cube. */
const PLAYER = 1 << 16

function pile({ values }: Recording): Scene {
  const offsets = [0, 0, 0, 0, MIDDLE, MIDDLE, 0, 0]
  return {
    entities: CUBES,
    kind: PILE.kinds[0]!,
    stepHz: 60,
    load: (frame, entity, into) => {
      const from = (frame * CUBES + entity) * CUBE_WIDTH
      into[PUSHED_BY] = entity === 0 ? 0 : PLAYER
      for (let i = 0; i < CUBE_WIDTH; i++) into[PLACES[i]!] = values[from + i]! + offsets[i]!
    },
    show: (row, at, out, entity) => {
      for (let i = 0; i < CUBE_WIDTH; i++)
        out[entity * CUBE_WIDTH + i] = row[at + PLACES[i]!]! - offsets[i]!
    },
  }
}
