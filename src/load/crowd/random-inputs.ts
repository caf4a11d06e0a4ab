import type { Random } from '../../base/random.ts'
import { exponential } from '../../base/random.ts'
import type { Ms } from '../../base/units.ts'
import type { AnyGame } from '../../game/define-game.ts'
import type { Field } from '../../game/field.ts'
import type { LoadFrame } from '../bot.ts'

/** How long a field keeps its value, on average. */
const HELD_MS: Ms = 500

/**
 * Plays a game at random: returns a function that sets each field of `input` to another value about twice a second. Numbers are
 * spread evenly over their range.
 */
export function randomInputs(game: AnyGame, input: object, random: Random): LoadFrame {
  const fields = Object.entries(game.definition.input as Readonly<Record<string, Field>>)
  const dueMs = fields.map(() => 0)
  const values = input as Record<string, unknown>
  return (timeMs) => {
    for (const [i, [name, field]] of fields.entries()) {
      if (timeMs < dueMs[i]!) continue
      dueMs[i] = timeMs + exponential(random, HELD_MS)
      values[name] = randomValue(field, random)
    }
  }
}

function randomValue(field: Field, random: Random): unknown {
  const { min, max, choices } = field
  switch (field.type) {
    case 'flag':
    case 'press':
      return random.next() < 0.5
    case 'angle':
      return random.between(-Math.PI, Math.PI)
    case 'oneOf':
      return choices[Math.floor(random.between(0, choices.length))]
    case 'vec2':
      return { x: random.between(min, max), y: random.between(min, max) }
    case 'number':
      return random.between(min, max)
    // Whole numbers: `int` and `bits`.
    default:
      return Math.floor(random.between(min, max + 1))
  }
}
