import { type ParseArgsConfig, parseArgs } from 'node:util'
import { WrongArguments } from '../src/score/command/arguments.ts'

/** What the words of a command say, by its options. What is wrong with them is a `WrongArguments` of one line. */
export function readOptions<const O extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: O,
) {
  try {
    return parseArgs({ args: [...words], options }).values
  } catch (error) {
    throw new WrongArguments(
      `${(error as Error).message.split('\n')[0]}; --help says what there is`,
    )
  }
}

/** The whole number that an option says, from `least` to `most`. */
export function whole(option: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text !== '' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new WrongArguments(
    `${option} is '${text}', but must be a whole number from ${least} to ${most}`,
  )
}

export function oneOf<T extends string>(option: string, word: string, all: readonly T[]): T {
  const known = all.find((one) => one === word)
  if (known !== undefined) return known
  throw new WrongArguments(`${option} is '${word}', but must be one of ${all.join(', ')}`)
}
