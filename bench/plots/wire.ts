import type { Field } from 'glissade'
import { angle, flag, int, number, oneOf } from 'glissade'
import { Schema } from '../../src/game/schema.ts'
import { drawBars } from '../plot/bars.ts'

interface Example {
  readonly name: string
  readonly field: Field
  readonly value: unknown
}

const EXAMPLES: readonly Example[] = [
  { name: 'number 0 to 800', field: number({ max: 800 }), value: 412.328125 },
  { name: 'the same, step 1/8', field: number({ max: 800, step: 1 / 8 }), value: 412.375 },
  { name: 'angle', field: angle(), value: 1.5707963267948966 },
  { name: 'int 0 to 359', field: int({ max: 359 }), value: 47 },
  { name: 'oneOf, 4 poses', field: oneOf('idle', 'run', 'jump', 'fall'), value: 'run' },
  { name: 'flag', field: flag(), value: true },
]

/** What single fields cost on the wire as text, as floating point, and in the bits of their schema. */
export function wirePlot(): string {
  const bitsOf = (field: Field): number =>
    new Schema({ field }).columns.reduce((sum, column) => sum + column.bits, 0)
  return drawBars({
    title: 'What one value of a field costs; unchanged it costs 1 bit',
    unit: 'bits',
    groups: EXAMPLES.map(({ name }) => name),
    series: [
      {
        name: 'JSON, with a name of one letter',
        colour: 'muted',
        values: EXAMPLES.map(({ value }) => 8 * JSON.stringify({ x: value }).slice(1).length),
      },
      { name: 'Float64', colour: 'orange', values: EXAMPLES.map(() => 64) },
      { name: 'by its schema', colour: 'blue', values: EXAMPLES.map(({ field }) => bitsOf(field)) },
    ],
  })
}
