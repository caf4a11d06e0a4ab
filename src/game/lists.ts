import { type Column, column, type PartsCode } from './column.ts'
import { type Field, fail, make } from './field.ts'
import * as OP from './op.ts'
import { dequantize, quantize } from './quantize.ts'
import { type ListCode, textCode } from './texts.ts'

/** Bits of a number in one unit of the text that carries a list. Units of 7 bits take the fewest bits on the wire. */
const UNIT_BITS = 7
const MOST_UNITS = 255
const EMPTY: readonly never[] = /* @__PURE__ */ Object.freeze([])
/** What an element can be: one number, or a vector of numbers. */
const ELEMENTS = ['flag', 'int', 'number', 'angle', 'oneOf', 'bits', 'ref', 'vec2', 'vec3']

/**
 * At most `most` values of one field, such as the cards in a hand: `list(int({ max: 51 }), 7)`. The array is readonly: to
 * change it, replace it, as in `player.hand = [...player.hand, card]`. A longer one is cut. Default: empty. It is sent whole
 * whenever it changes. `move` must not write it. Throws `schema-definition` for a text, a rotation, a press or another list as
 * element, and for a list that takes more than 255 units of 7 bits. For set-up only.
 */
export function list<T>(
  field: Field<T, 'both' | 'state'>,
  most: number,
): Field<readonly T[], 'state'> {
  if (!ELEMENTS.includes(field.type) || field.seen !== 'all')
    fail(
      `list(${field.type}()): an element must be one of ${ELEMENTS.join(', ')}, without a wrapper`,
    )
  const code = new Elements(field)
  const mostOfAll = Math.floor(MOST_UNITS / code.units)
  if (!(Number.isInteger(most) && most >= 1 && most <= mostOfAll))
    fail(`list(${field.type}(), ${most}) needs a whole number from 1 to ${mostOfAll}`)
  return make('list', OP.text, { max: most * code.units, code, textCode })
}

/** The elements of a list: one column, or one for each part of a vector. */
export interface ListElements extends ListCode {
  readonly columns: readonly Column[]
}

/** Converts a list to the text that is sent, and back. Each number takes units of 7 bits, the lowest first. */
class Elements implements ListElements {
  readonly empty = EMPTY
  readonly units: number
  readonly columns: readonly Column[]
  readonly #unitsOf: readonly number[]

  constructor(field: Field) {
    const parts = (field.code as PartsCode | null)?.columns
    this.columns = parts ? parts('', field) : [column('', '', field)]
    this.#unitsOf = this.columns.map(({ bits }) => Math.ceil(bits / UNIT_BITS))
    this.units = this.#unitsOf.reduce((sum, units) => sum + units, 0)
  }

  get name(): string {
    return this.columns
      .map((c) => `${c.part}:${c.op}:${c.choices.join('|')}:${c.min}:${c.step}:${c.levels}`)
      .join()
  }

  toText(value: unknown, mostUnits: number): string {
    if (!Array.isArray(value)) return ''
    const units: number[] = []
    for (const element of value.slice(0, Math.floor(mostUnits / this.units)))
      this.columns.forEach((c, i) => {
        let q = quantize(c, c.part === '' ? element : element?.[c.part])
        for (let n = this.#unitsOf[i]!; n > 0; n--, q >>>= UNIT_BITS)
          units.push(q & (2 ** UNIT_BITS - 1))
      })
    return String.fromCharCode(...units)
  }

  fromText(text: string): readonly unknown[] {
    const list: unknown[] = []
    for (let at = 0; at + this.units <= text.length; ) {
      const element: Record<string, unknown> = {}
      this.columns.forEach((c, i) => {
        let q = 0
        for (let n = 0; n < this.#unitsOf[i]!; n++)
          q += (text.charCodeAt(at++) & (2 ** UNIT_BITS - 1)) * 2 ** (UNIT_BITS * n)
        element[c.part] = dequantize(c, Math.min(q, c.levels))
      })
      list.push(this.columns.length > 1 ? element : element[''])
    }
    return Object.freeze(list)
  }
}
