import type { NamedCurve } from '../game/field.ts'
import { normalize, type RotationCurve, turn } from './curves.ts'

const rotation: RotationCurve = { name: 'slerp', turn, addOffset, applyOffset }

/** Part of a quaternion: four such columns in a row, x y z w, turn evenly along the shortest arc. */
export const slerpCurve: NamedCurve = rotation

/** The picture is the sum at unit length, so the picture before the correction has the same direction as the sum here. */
function addOffset(
  offsets: Float64Array,
  at: number,
  oldPicture: ArrayLike<number>,
  newPicture: ArrayLike<number>,
): void {
  for (let i = at; i < at + 4; i++) offsets[i]! += oldPicture[i]!
  align(offsets, at, at, newPicture)
  for (let i = at; i < at + 4; i++) offsets[i]! -= newPicture[i]!
}

function applyOffset(offsets: Float64Array, at: number, values: Float64Array): void {
  align(offsets, at, offsets.length / 2 + at, values)
  for (let i = at; i < at + 4; i++) values[i]! += offsets[i]!
  normalize(values, at)
}

/** Negates the offset if the signs of `picture` and the quaternion at `before` differ, and keeps that picture. */
function align(
  offsets: Float64Array,
  at: number,
  before: number,
  picture: ArrayLike<number>,
): void {
  const kept = offsets.length / 2
  let cosine = 0
  for (let i = 0; i < 4; i++) cosine += offsets[before + i]! * picture[at + i]!
  for (let i = at; i < at + 4; i++) {
    if (cosine < 0) offsets[i]! *= -1
    offsets[kept + i] = picture[i]!
  }
}
