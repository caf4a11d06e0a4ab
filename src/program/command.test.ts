import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { runCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-program-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)

test.each([
  [['score', '--players', 'nobody'], "there is no player 'nobody', only "],
  [['score', '--traces', 'moon'], '--traces: trace is moon, but must be one of '],
  [['score', '--traces', 'none'], 'there is no trace to play'],
  [['score', '--traces', 'const50', '--trace', inFolder('const50.csv')], 'const50.csv: '],
  [['score', '--motions', 'swim'], "there is no motion 'swim', only platformer, "],
  [['score', '--trace', inFolder('gone.csv')], 'gone.csv: ENOENT'],
  [['score', '--html', folder], 'is a folder, but must be a file'],
  [['score', '--json', inFolder('gone/report.json')], 'there is no folder'],
  [['score', '--speed', '2'], "unknown option '--speed'"],
  [['load'], 'name the server, as in: glissade load http'],
  [['load', 'http://127.0.0.1:1', '--bot', inFolder('gone.ts')], 'gone.ts: there is no such file'],
  [
    ['load', 'http://127.0.0.1:1', '--bot', 'b.js', '--report', folder],
    'is a folder, but must be a file',
  ],
  [['load', '--speed', '2'], "unknown option '--speed'"],
  [['play'], "there is no command 'play', only score and load"],
])('%j ends with one line and 1', async (words, fault) => {
  const said: string[] = []
  const spy = vi.spyOn(console, 'error').mockImplementation((text) => said.push(String(text)))
  const code = await runCommand(words).finally(() => spy.mockRestore())
  expect(code).toBe(1)
  expect(said).toEqual([expect.stringContaining(fault)])
  expect(said[0]).toMatch(/^glissade[^\n]*$/)
})

test('without arguments the program says what it can do', async () => {
  const said: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((text) => said.push(String(text)))
  const code = await runCommand([]).finally(() => spy.mockRestore())
  expect(code).toBe(0)
  expect(said.join('\n')).toContain('glissade score --help')
  expect(said.join('\n')).toContain('glissade load --help')
})

test('the help of load and its guide name every option', async () => {
  const said: string[] = []
  const spy = vi.spyOn(console, 'log').mockImplementation((text) => said.push(String(text)))
  const code = await runCommand(['load', '--help']).finally(() => spy.mockRestore())
  expect(code).toBe(0)
  const guide = readFileSync(new URL('../../docs/guide/load.md', import.meta.url), 'utf8')
  const options =
    'bot clients room-size ramp seconds fps seed link processes report json help'.split(' ')
  for (const option of options) {
    expect(said.join('\n')).toContain(`\n  --${option} `)
    expect(guide).toContain(`| \`--${option}`)
  }
})
