import { GlissadeError } from '../base/error.ts'
import * as OP from './op.ts'
import { PredictedPresses } from './predicted-presses.ts'
import { MOST_PRESSES } from './presses.ts'
import { PLAYERS_KIND, Roster } from './roster.ts'
import { type TextCode, textCode } from './texts.ts'
import { ToldFields } from './told-fields.ts'

/**
 * Fields are what a game's inputs, entities, events and profiles are made of. A builder returns plain data with a phantom type,
 * so that `Infer` can turn a record of fields into the type of the object that holds them. All builders are for set-up only.
 */
declare const valueType: unique symbol
declare const useType: unique symbol

/** Where a field may be used: everywhere, in inputs only, in state only, or in state on the server only. */
export type FieldUse = 'both' | 'input' | 'state' | 'hidden'

/**
 * The clients that get a field: all (`all` is predicted, `told` only the server writes), the owner's, all of them once when the
 * entity enters view, or none. `input`: all, as part of the input that moved the entity last; it is no field of the entity.
 */
export type FieldSeen = 'all' | 'told' | 'own' | 'once' | 'hidden' | 'input'

/** How a field moves between two samples: a name, a curve that brings its own code, or a game's own function. */
export type FieldCurve = 'linear' | 'angle' | 'step' | NamedCurve | FieldBlend

/** A curve that brings its own code: `hermiteCurve()`, and the curve of `quat`. */
export interface NamedCurve {
  /** Must be the same on both ends. */
  readonly name: string
  /** Returns the same curve with velocities that are sent in `column`. */
  withVelocity?(column: number): NamedCurve
}

/** A game's own curve. `alpha` is between 0 and 1. Called in frames, for each part of a vector. */
export type FieldBlend = (from: number, to: number, alpha: number) => number

/** A field of a schema; `T` is the type of its value. Made by the builders below. */
export interface Field<T = unknown, U extends FieldUse = FieldUse> {
  readonly [valueType]?: T
  readonly [useType]?: U
  readonly type: FieldType
  /** How values become whole numbers: one of the constants of op.ts. */
  readonly op: number
  readonly seen: FieldSeen
  readonly min: number
  readonly max: number
  /** The distance between neighbouring values. */
  readonly step: number
  /** That distance for everybody but the owner. At least `step`. */
  readonly coarse: number
  readonly curve: FieldCurve
  /** The field that holds the velocity, or ''. */
  readonly velocity: string
  /** The values of `oneOf`. */
  readonly choices: readonly string[]
  /** Code that the field brings along, so that a game without such a field does not bundle it: see schema.ts. */
  readonly code: object | null
  /** The code of fields that are sent as texts. */
  readonly textCode?: TextCode
  /** The code of `visible`. */
  readonly rosterCode?: RosterCode
  /** The code of `told`. */
  readonly toldCode?: typeof ToldFields
}

/** The code that `visible` brings along, so that a page of a game without it bundles none of it. */
export interface RosterCode {
  /** Returns the kind of the entities that tell of players, by its name. */
  kinds(profile: { readonly [name: string]: Field<unknown, 'both' | 'state'> }): {
    readonly [kind: string]: { readonly [name: string]: Field<unknown, 'both' | 'state'> }
  }
  readonly Roster: typeof Roster
}

/** What a field holds. */
export type FieldType =
  | 'flag'
  | 'press'
  | 'int'
  | 'number'
  | 'angle'
  | 'vec2'
  | 'vec3'
  | 'quat'
  | 'oneOf'
  | 'bits'
  | 'text'
  | 'ref'
  | 'list'

/** A point or direction in the plane. */
export interface Vec2 {
  x: number
  y: number
}

/** A point or direction in space. */
export interface Vec3 extends Vec2 {
  z: number
}

/** A rotation, of unit length. */
export interface Quat extends Vec3 {
  w: number
}

/** The number of an entity in its room, unique while the entity lives: a 16-bit slot with an 8-bit generation above it. */
export type EntityId = number & { readonly [useType]?: 'entity' }

/** Range and grid of a `number`, or of each part of a `vec2` or `vec3`. */
export interface NumberOptions {
  /** Least value. Default 0 when `max` is given, else -32768. */
  min?: number | undefined
  /** Greatest value. Default 32768. */
  max?: number | undefined
  /**
   * The grid on which everybody gets the value. What `move` moves is rounded to 1/8192 of it after every step, on both sides, and
   * its owner gets that; what only the room moves keeps its exact value there. Default 1/64; a power of two is exact.
   */
  step?: number | undefined
  /** A coarser grid for everybody but the owner: a whole multiple of `step`. Default: `step`. */
  coarse?: number | undefined
  /**
   * How others see the number move: `'linear'` (default), on a straight line; `hermiteCurve()`, on a smooth curve; `'step'`,
   * without interpolation; or a function of the old value, the newer one and alpha (0 to 1). Corrections of linear and smooth
   * numbers are eased unless one of them is above 64 units; then all are shown at once. So a velocity, whose errors are often
   * larger, is best a `'step'`, or named by the `velocity` of a smooth position.
   */
  curve?: 'linear' | 'step' | NamedCurve | FieldBlend | undefined
  /**
   * The field of the same record that holds the velocity in units per second. It has the same type and the same clients get it.
   * `hermiteCurve()` then need not estimate velocities. With any other curve, the velocity only helps the coding to expect the
   * next value. Not with `'step'`. Default: none, velocities are estimated.
   */
  velocity?: string | undefined
}

/** Range of an `int`. */
export interface IntOptions {
  /** Least value. Default 0 when `max` is given, else -32768. */
  min?: number | undefined
  /** Greatest value. Default 32767. */
  max?: number | undefined
}

/** Makes a field from arguments that the builders have checked. */
export const make = <T, U extends FieldUse>(
  type: FieldType,
  op: number,
  rest: Partial<Field> = {},
): Field<T, U> =>
  ({
    type,
    op,
    seen: 'all',
    min: 0,
    max: 1,
    step: 1,
    coarse: rest.step ?? 1,
    curve: 'step',
    velocity: '',
    choices: [],
    code: null,
    ...rest,
  }) as Field<T, U>

/** Makes a `number`, or a vector of numbers. */
export const ranged = <T, U extends FieldUse>(
  type: FieldType,
  options: NumberOptions,
  code: object | null = null,
): Field<T, U> => {
  const { min = options.max === undefined ? -32768 : 0, max = 32768, step = 1 / 64 } = options
  const { coarse = step, curve = 'linear', velocity = '' } = options
  return make(type, OP.grid, { min, max, step, coarse, curve, velocity, code })
}

/**
 * A yes or no. In an input it counts as held in each step in which its key was down, and in at least one, however long a frame
 * is: see `Session.input`.
 */
export const flag = (): Field<boolean, 'both'> => make('flag', OP.flag)

/**
 * Input only: true in exactly one step for each press, however short. Every `session.input.jump = true` is a press, so set it
 * when a key goes down, not in every frame. Each step takes one press. Up to 4 presses wait for their step, and further ones
 * are ignored. Setting `false` takes none back. Reading it tells whether a press waits.
 *
 * The network never loses or merges presses: a press whose input arrived too late, or never, counts in a later step. At most 31
 * presses of each field may be under way to the server; further ones wait.
 */
export const press = (): Field<boolean, 'input'> =>
  make('press', OP.press, { max: MOST_PRESSES, code: PredictedPresses })

/** A whole number, shown without interpolation. */
export function int(options: IntOptions = {}): Field<number, 'both'> {
  const { min = options.max === undefined ? -32768 : 0, max = 32767 } = options
  return make('int', OP.grid, { min, max })
}

/**
 * A number on a grid, interpolated. For places, choose a unit of about a pixel, such as a centimetre: the engine judges errors of
 * a picture in units. The default is the value nearest to 0. A value out of range becomes the nearest in range, and
 * what is not a number leaves the last value; in development, a warning names the field.
 */
export const number = (options: NumberOptions = {}): Field<number, 'both'> =>
  ranged('number', options)

/** The grid of an `angle`. */
export interface AngleOptions {
  /** A turn has 2 to this power values: 4 to 24, default 16. */
  bits?: number | undefined
  /** The number of values in a turn, 16 to 2^24, instead of `bits`. */
  count?: number | undefined
}

/**
 * An angle in radians, kept in [-pi, pi) on a grid and interpolated the short way. Throws `schema-definition` for `bits` or
 * `count` out of range.
 */
export function angle(options: AngleOptions = {}): Field<number, 'both'> {
  const { bits = 16, count = 2 ** bits } = options
  if (!(Number.isInteger(bits) && bits >= 4 && bits <= 24))
    fail(`angle({ bits: ${bits} }) needs a whole number from 4 to 24`)
  if (!(Number.isInteger(count) && count >= 16 && count <= 2 ** 24))
    fail(`angle({ count: ${count} }) needs a whole number from 16 to ${2 ** 24}`)
  return make('angle', OP.angle, { max: count - 1, step: (2 * Math.PI) / count, curve: 'angle' })
}

/** One of the given words (2 to 256 different ones). The first is the default. */
export function oneOf<const C extends readonly string[]>(...choices: C): Field<C[number], 'both'> {
  if (choices.length < 2 || choices.length > 256 || new Set(choices).size !== choices.length)
    fail(`oneOf(${choices.join(', ')}) needs 2 to 256 different words`)
  return make('oneOf', OP.choice, { max: choices.length - 1, choices })
}

/** `count` (1 to 31) bits in one number, for a game's own masks. */
export function bits(count: number): Field<number, 'both'> {
  if (!(Number.isInteger(count) && count >= 1 && count <= 31))
    fail(`bits(${count}) needs a whole number from 1 to 31`)
  return make('bits', OP.bits, { max: 2 ** count - 1 })
}

/**
 * A text of at most `maxLength` (1 to 255) UTF-16 units. Longer texts are cut, but not within a character: a flag, an emoji with
 * a skin tone or a letter with its accents is there as a whole or not at all. `move` must not write it.
 */
export function text(maxLength: number): Field<string, 'state'> {
  if (!(Number.isInteger(maxLength) && maxLength >= 1 && maxLength <= 255))
    fail(`text(${maxLength}) needs a whole number from 1 to 255`)
  return make('text', OP.text, { max: maxLength, textCode })
}

/** The id of another entity, or null. */
export const ref = (): Field<EntityId | null, 'state'> => make('ref', OP.ref, { max: 0xffffff })

/**
 * Sent to the entity's owner only: timers and cooldowns that `move` remembers. Others see the default. In an `input`, such a
 * field is not sent to others, and clients that extrapolate the player with `move` use its default.
 */
export const own = <T, U extends 'both' | 'input' | 'state'>(field: Field<T, U>): Field<T, U> =>
  wrap(field, 'own')

/** Sent when the entity enters view, and to its owner whenever it changes: names, colours. */
export const once = <T>(field: Field<T, 'both' | 'state'>): Field<T, 'state'> => wrap(field, 'once')

/**
 * Written by the server's functions only: scores, health. Everybody gets it. A change makes no prediction wrong unless `move`
 * reads the field, and `move` has the new value as soon as it arrives. The owner sees it together with the events of the room,
 * everybody else with the rest of the entity. `move` must not write it.
 */
export const told = <T>(field: Field<T, 'both' | 'state'>): Field<T, 'state'> => ({
  ...wrap<T, 'state'>(field, 'told'),
  toldCode: ToldFields,
})

/** Never leaves the server; `move` does not see it. */
export const hidden = <T>(field: Field<T, 'both' | 'state'>): Field<T, 'hidden'> =>
  wrap(field, 'hidden')

/** A field of a profile that every page gets of each player. */
export type VisibleField<T, U extends FieldUse> = Field<T, U> & { readonly rosterCode: RosterCode }

/**
 * In a `profile`: every page gets this field of each player in the room, also of those who own nothing, see `Session.players`.
 * Other fields of a profile stay between the player and the server.
 */
export const visible = <T, U extends 'both' | 'state'>(field: Field<T, U>): VisibleField<T, U> =>
  ({
    ...field,
    curve: 'step',
    velocity: '',
    rosterCode: { kinds: playersKind, Roster },
  }) as VisibleField<T, U>

const playersKind: RosterCode['kinds'] = (profile) => {
  const shown = Object.entries(profile).filter(([, { rosterCode }]) => rosterCode)
  return {
    [PLAYERS_KIND]: { id: int({ max: 0xffff }), isAway: flag(), ...Object.fromEntries(shown) },
  }
}

function wrap<T, U extends FieldUse>(field: Field<T>, seen: FieldSeen): Field<T, U> {
  if (field.seen !== 'all')
    fail(`${seen}(${field.seen}(...)): a field takes only one of own, once, told, hidden`)
  return { ...field, seen } as Field<T, U>
}

/** Throws `schema-definition` with a message that says what is wrong. */
export function fail(message: string): never {
  throw new GlissadeError('schema-definition', message)
}
