import { column, type PartsCode } from './column.ts'
import { type Field, type NumberOptions, ranged, type Vec2, type Vec3 } from './field.ts'
import { VectorProperty } from './object-shape.ts'

/** Two numbers `{ x, y }` on the same grid. */
export const vec2 = (options: NumberOptions = {}): Field<Vec2, 'both'> =>
  ranged('vec2', options, codeOf('x', 'y'))

/** Three numbers `{ x, y, z }` on the same grid. */
export const vec3 = (options: NumberOptions = {}): Field<Vec3, 'state'> =>
  ranged('vec3', options, codeOf('x', 'y', 'z'))

const codeOf = (...parts: readonly ('x' | 'y' | 'z')[]): PartsCode => ({
  columns: (name, field) => parts.map((part) => column(name, part, field)),
  Property: VectorProperty,
})
