import { expect, test } from 'vitest'
import { readArguments } from './arguments.ts'

const NEEDED = ['http://127.0.0.1:3000', '--bot', 'game.ts']

test('without options, fifty clients of one room join in five seconds, and half a minute is measured', () => {
  expect(readArguments(NEEDED)).toEqual({
    url: 'http://127.0.0.1:3000/glissade',
    botFile: 'game.ts',
    clients: 50,
    roomSize: 50,
    rampSeconds: 5,
    seconds: 30,
    fps: 30,
    seed: 1,
    link: 'ordered',
    processes: 1,
    reportFile: undefined,
    jsonFile: undefined,
  })
})

test('every option is read', () => {
  const words =
    'wss://a.example/games/x?room=1 --bot b.js --clients 500 --room-size 20 --ramp 0 --seconds 5 --fps 60 --seed=-3'
  const more = '--link datagram --processes 2 --report r.html --json j.json'
  expect(readArguments(`${words} ${more}`.split(' '))).toEqual({
    url: 'wss://a.example/games/x?room=1',
    botFile: 'b.js',
    clients: 500,
    roomSize: 20,
    rampSeconds: 0,
    seconds: 5,
    fps: 60,
    seed: -3,
    link: 'datagram',
    processes: 2,
    reportFile: 'r.html',
    jsonFile: 'j.json',
  })
})

test('ten clients join per second unless the ramp is named', () => {
  expect(readArguments([...NEEDED, '--clients', '500'])?.rampSeconds).toBe(50)
  expect(readArguments([...NEEDED, '--clients', '500', '--ramp', '7'])?.rampSeconds).toBe(7)
})

test('who asks for the help needs nothing else', () => {
  expect(readArguments(['--help'])).toBeNull()
  expect(readArguments(['-h', '--clients', 'many'])).toBeNull()
})

test.each([
  [[], 'name the server, as in: glissade load http://127.0.0.1:3000'],
  [['127.0.0.1:3000', '--bot', 'a.js'], "'127.0.0.1:3000' is not the address of a server"],
  [['ftp://a.example', '--bot', 'a.js'], "'ftp://a.example' is not the address of a server"],
  [['http://a.example'], 'name the module of your game, as in: --bot game.ts'],
  [[...NEEDED, 'more'], "'more' is one word too many"],
  [['http://a.example', '--bot', ''], "--bot is '', but must be the name of a file"],
  [[...NEEDED, '--clients', '0'], "--clients is '0', but must be a whole number from 1 to 100000"],
  [[...NEEDED, '--clients', '1.5'], "--clients is '1.5', but must be a whole number"],
  [[...NEEDED, '--room-size', 'x'], "--room-size is 'x', but must be a whole number"],
  [[...NEEDED, '--ramp', '-1'], "option '--ramp' argument is ambiguous"],
  [[...NEEDED, '--ramp=-1'], "--ramp is '-1', but must be from 0 to 86400"],
  [[...NEEDED, '--seconds', ''], "--seconds is '', but must be from 1 to 86400"],
  [[...NEEDED, '--fps', '0'], "--fps is '0', but must be from 1 to 240"],
  [[...NEEDED, '--seed', 'a'], "--seed is 'a', but must be an integer"],
  [[...NEEDED, '--link', 'udp'], "--link is 'udp', but must be ordered or datagram"],
  [
    [...NEEDED, '--processes', '65'],
    "--processes is '65', but must be a whole number from 1 to 64",
  ],
  [[...NEEDED, '--speed', '2'], "unknown option '--speed'"],
])('%j is refused with one line', (words, fault) => {
  expect(() => readArguments(words)).toThrow(fault)
  try {
    readArguments(words)
  } catch (error) {
    expect((error as Error).message).not.toContain('\n')
  }
})
