import { describe, expect, test } from 'vitest'
import { chosen, DEFAULT_TRACES, readArguments, WrongArguments } from './arguments.ts'

const faultOf = (...words: string[]): string => {
  try {
    readArguments(words)
  } catch (error) {
    expect(error).toBeInstanceOf(WrongArguments)
    return (error as Error).message
  }
  return 'nothing is wrong'
}

test('without arguments, the whole suite is played and no file is written', () => {
  expect(readArguments([])).toEqual({
    help: false,
    traces: DEFAULT_TRACES,
    traceFiles: [],
    rates: [10, 20, 30],
    motions: undefined,
    players: undefined,
    seconds: 120,
    seed: 1,
    jsonFile: undefined,
    htmlFile: undefined,
    docsFile: undefined,
  })
})

test('each argument is read: lists with spaces and duplicates, and several files', () => {
  const words =
    '--traces|a, b/tcp,a|--trace|one.csv|--trace=two.csv|--rates|12.5|--seconds|30|--seed=-3|--players|x + y|--html|r.html'
  expect(readArguments(words.split('|'))).toMatchObject({
    traces: ['a', 'b/tcp'],
    traceFiles: ['one.csv', 'two.csv'],
    rates: [12.5],
    seconds: 30,
    seed: -3,
    players: ['x + y'],
    htmlFile: 'r.html',
  })
})

test('no built-in traces at all', () => {
  expect(readArguments(['--traces', 'none']).traces).toEqual([])
})

describe('an error is one line', () => {
  test.each([
    [['--rate', '20'], "unknown option '--rate'"],
    [['gilbert'], "unexpected argument 'gilbert'"],
    [['--html'], "option '--html <value>' argument missing"],
    [['--html', ''], "--html is '', but must be the name of a file"],
    [['--rates', '10,fast'], "--rates is 'fast', but must be from 1 to 60"],
    [['--rates', '0'], "--rates is '0', but must be from 1 to 60"],
    [['--rates', '10,,20'], "--rates is '10,,20', but must be names separated by commas"],
    [['--seconds', '11'], "--seconds is '11', but must be from 12 to 3600"],
    [['--seconds', ''], "--seconds is '', but must be from 12 to 3600"],
    [['--seed', '-3'], 'argument is ambiguous. Write it after =, as in --seed=-3'],
    [['--seed', '1.5'], "--seed is '1.5', but must be an integer below 2147483648"],
  ])('%j', (words, fault) => {
    const said = faultOf(...words)
    expect(said).toContain(fault)
    expect(said).not.toContain('\n')
  })
})

test('an unknown name throws with the known ones', () => {
  const known = [{ name: 'red' }, { name: 'blue' }]
  expect(chosen(undefined, known, 'colour')).toEqual(known)
  expect(chosen(['blue'], known, 'colour')).toEqual([{ name: 'blue' }])
  expect(() => chosen(['green'], known, 'colour')).toThrow(
    "there is no colour 'green', only red, blue",
  )
})
