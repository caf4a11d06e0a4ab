import type { Field } from './field.ts'
import { fail } from './field.ts'

/** Throws `schema-definition` for an invalid field of a record. Rooms and servers call this; pages do not. */
export function checkFields(record: { readonly [name: string]: Field }): void {
  for (const [name, field] of Object.entries(record)) {
    if (field.type === 'int') checkInt(field)
    else if (['number', 'vec2', 'vec3'].includes(field.type)) checkNumber(field)
    const { type, seen, velocity } = field
    const told = record[velocity]
    if (velocity !== '' && (told?.type !== type || told.seen !== seen))
      fail(
        `${name}: velocity is '${velocity}', but must name a ${type} field that the same clients get`,
      )
  }
}

function checkInt({ min, max }: Field): void {
  if (!(Number.isInteger(min) && Number.isInteger(max) && min < max && max - min <= 0x7ffffffe))
    fail(
      `int({ min: ${min}, max: ${max} }) needs whole numbers with min < max, less than 2^31 apart`,
    )
}

function checkNumber({ type, min, max, step, coarse, curve, velocity }: Field): void {
  if (!(Number.isFinite(min) && Number.isFinite(max) && min < max))
    fail(`${type}({ min: ${min}, max: ${max} }) needs finite numbers with min < max`)
  if (!(step > 0 && step <= max - min))
    fail(`${type}({ step: ${step} }) needs 0 < step <= max - min`)
  if (!((max - min) / step <= 0x7ffffffe))
    fail(`${type}({ step: ${step} }) gives more than 2^31 values between ${min} and ${max}`)
  if (!(coarse >= step && Number.isInteger(coarse / step)))
    fail(`${type}({ coarse: ${coarse} }) needs a whole multiple of step (${step})`)
  if (typeof curve === 'string' && curve !== 'linear' && curve !== 'step')
    fail(`${type}({ curve: '${curve}' }) needs 'linear', 'step', hermiteCurve() or a function`)
  if (velocity !== '' && curve === 'step')
    fail(`${type}({ velocity: '${velocity}' }) needs a curve other than 'step'`)
}
