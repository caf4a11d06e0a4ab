import { basename, isAbsolute } from 'node:path'
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Thrown if the program cannot do what the user asks for. The message is one line that says why. */
export class WrongArguments extends Error {}

type Parsed<O extends NonNullable<ParseArgsConfig['options']>> = ReturnType<
  typeof parseArgs<{ options: O; strict: true; allowPositionals: boolean }>
>

/** Splits the words of a command into options and other words. Throws `WrongArguments` for an option that is not there. */
export function parseWords<const O extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: O,
  allowPositionals = false,
): Parsed<O> {
  try {
    return parseArgs({ args: [...words], options, strict: true, allowPositionals })
  } catch (error) {
    // Node goes on to explain positional arguments, which most commands do not have.
    const [first = ''] = String((error as Error).message).split(/\. |\n/)
    const hint = first.includes('ambiguous') ? ' Write it after =, as in --seed=-3' : ''
    throw new WrongArguments(first.replace(/^./, (letter) => letter.toLowerCase()) + hint)
  }
}

/** The parts between commas, each once. */
export function list(text: string | undefined, option: string): string[] | undefined {
  if (text === undefined) return undefined
  const parts = text.split(',').map((part) => part.trim())
  if (parts.includes(''))
    throw new WrongArguments(`${option} is '${text}', but must be names separated by commas`)
  return [...new Set(parts)]
}

/** The number that an option says, from `least` to `most`. */
export function numberWithin(
  text: string | number,
  option: string,
  least: number,
  most: number,
): number {
  const value = Number(text)
  if (text !== '' && value >= least && value <= most) return value
  throw new WrongArguments(`${option} is '${text}', but must be from ${least} to ${most}`)
}

/** The whole number that an option says, from `least` to `most`. */
export function wholeWithin(
  text: string | number,
  option: string,
  least: number,
  most: number,
): number {
  const value = Number(text)
  if (text !== '' && Number.isInteger(value) && value >= least && value <= most) return value
  const need = `a whole number from ${least} to ${most}`
  throw new WrongArguments(`${option} is '${text}', but must be ${need}`)
}

/** The integer that an option says, such as a seed. */
export function integer(text: string | number, option: string): number {
  const value = Number(text)
  if (text !== '' && Number.isInteger(value) && Math.abs(value) < 2 ** 31) return value
  throw new WrongArguments(`${option} is '${text}', but must be an integer below 2147483648`)
}

/** The name of a file that an option says, or undefined without the option. */
export function optionalFile(text: string | undefined, option: string): string | undefined {
  return text === undefined ? undefined : fileOf(text, option)
}

/** The name of a file that an option says. */
export function fileOf(text: string, option: string): string {
  if (text !== '') return text
  throw new WrongArguments(`${option} is '', but must be the name of a file`)
}

/**
 * Returns a command as typed, without what does not affect its figures: the options `outputs`, which say where reports go, and
 * the folders of the files that the options `inputs` name.
 */
export function commandText(
  command: string,
  words: readonly string[],
  outputs: readonly string[],
  inputs: readonly string[],
): string {
  const split = words.flatMap((word) => {
    const at = word.startsWith('--') ? word.indexOf('=') : -1
    return at < 0 ? [word] : [word.slice(0, at), word.slice(at + 1)]
  })
  const kept = split.flatMap((word, i) => {
    const option = split[i - 1] ?? ''
    if (outputs.includes(word) || outputs.includes(option)) return []
    const text = inputs.includes(option) && isAbsolute(word) ? basename(word) : word
    return /[^\w.,:/=+-]/.test(text) ? `'${text}'` : text
  })
  return [command, ...kept].join(' ')
}
