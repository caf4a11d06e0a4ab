import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contenders } from './command.ts'
import { readReport } from './report.case.ts'
import type { Report } from './report.ts'
import { type Host, scoreCommand } from './score.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-score-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const inFolder = (name: string): string => join(folder, name)

/** A host that keeps what it prints. Its clock stands still. */
function reader(): Host & { said(): string; shown: string[]; notes: string[] } {
  const printed: string[] = []
  const notes: string[] = []
  const shown: string[] = []
  return {
    command: 'glissade score',
    contenders,
    firstTable: () => ({ title: 'In a room', about: '', head: ['network'], rows: [] }),
    print: (text) => printed.push(text),
    note: (text) => notes.push(text),
    notes,
    progress: { isTTY: true, columns: 200, write: (text) => shown.push(text) },
    now: () => 0,
    said: () => printed.join('\n'),
    shown,
  }
}

let report: Report | undefined
const host = reader()

beforeAll(async () => {
  const lines = Array.from({ length: 200 }, (_, i) => `${i * 100},${i % 9 ? i * 100 + 30 : 'LOST'}`)
  writeFileSync(inFolder('mine.csv'), ['send_ms,arrive_ms', ...lines, ''].join('\n'))
  const files = ['json', 'html', 'docs'].flatMap((name) => [`--${name}`, inFolder(name)])
  const what = '--traces gilbert/tcp --players fixed-3T,snap --rates 20 --seconds 12'.split(' ')
  report = await scoreCommand([...what, '--trace', inFolder('mine.csv'), ...files], host)
})

test('a short run scores every player on every trace, the captured one too', () => {
  expect(report?.scores.map(({ contender, trace }) => `${contender} ${trace}`)).toEqual([
    'fixed-3T gilbert/tcp',
    'snap gilbert/tcp',
    'fixed-3T mine',
    'snap mine',
  ])
  expect(report?.traces.map(({ kind }) => kind)).toEqual(['ordered', 'datagram'])
  const [onMine] = report?.scores[2]?.motions ?? []
  // 30 ms, three intervals of 50 ms, and at most 1.5 ms until a snapshot was sent.
  expect(onMine?.delayMs).toBeGreaterThan(175)
  expect(onMine?.delayMs).toBeLessThan(185)
  const bound = report?.bounds.find(({ trace }) => trace === 'mine')
  expect(bound?.priced.costMs).toBeLessThan(onMine?.costMs ?? 0)
})

test('it prints the tables and says what it has written', () => {
  expect(host.said()).toContain('Summary at 20 snapshots per second')
  expect(host.said()).toMatch(/^fixed-3T +\d/m)
  for (const name of ['json', 'html', 'docs'])
    expect(host.said()).toContain(`written: ${inFolder(name)}`)
  expect(host.shown.join('')).toContain('bound on gilbert/tcp, 20 Hz')
})

test('the files contain the results', () => {
  expect(readReport(readFileSync(inFolder('json'), 'utf8'))).toEqual(report)
  const page = readFileSync(inFolder('html'), 'utf8')
  expect(page).toContain('<!doctype html>')
  expect(page).toContain('"windowAge":[')
  const document = readFileSync(inFolder('docs'), 'utf8')
  expect(document).toContain('## In a room')
  expect(document).toContain('| fixed-3T |')
})

test('the report names its command, but not the folders of the files', () => {
  expect(report?.command).toBe(
    'glissade score --traces gilbert/tcp --players fixed-3T,snap --rates 20 --seconds 12 --trace mine.csv --docs docs',
  )
})

test('the same words give the same report', async () => {
  const words = '--traces const50 --players snap --rates 30 --seconds 12 --seed 5'.split(' ')
  const [one, two] = [await scoreCommand(words, reader()), await scoreCommand(words, reader())]
  expect(one).toEqual(two)
})

test('another seed makes other networks', async () => {
  const words = '--traces gilbert --players snap --rates 20 --seconds 12 --seed'.split(' ')
  const seen = async (seed: string) => {
    const bound = (await scoreCommand([...words, seed], reader()))?.bounds[0]
    return bound?.freshnessMs ?? Number.NaN
  }
  expect(Math.abs((await seen('1')) - (await seen('2')))).toBeGreaterThan(0.01)
})

test('a captured network with clocks far apart is moved to 0, and a note says so', async () => {
  const lines = Array.from({ length: 100 }, (_, i) => `${i * 100},${i % 9 ? i * 100 + 30 : 'LOST'}`)
  const at = (line: string, byMs: number): string => {
    const [sent, arrives] = line.split(',')
    return arrives === 'LOST' ? line : `${sent},${Number(arrives) + byMs}`
  }
  for (const [name, byMs] of Object.entries({ far: 1.7e12, before: -1000, near: 0 })) {
    const text = ['send_ms,arrive_ms', ...lines.map((line) => at(line, byMs)), ''].join('\r\n')
    writeFileSync(inFolder(`${name}.csv`), text)
  }
  const asked = reader()
  const files = ['far', 'before', 'near'].flatMap((name) => ['--trace', inFolder(`${name}.csv`)])
  const words = '--traces none --players snap --rates 20 --seconds 12'.split(' ')
  const bounds = (await scoreCommand([...words, ...files], asked))?.bounds ?? []
  expect(asked.notes).toEqual([
    expect.stringMatching(/far\.csv: its least delay is 1700000000030 ms, .* moved to 0 ms$/),
    expect.stringMatching(/before\.csv: its least delay is -970 ms, .* moved to 0 ms$/),
  ])
  const [far, before, near] = bounds.map(({ freshnessMs }) => freshnessMs)
  expect(far).toBe(before)
  // 30 ms, except for where frames fall.
  expect(near! - far!).toBeGreaterThan(15)
  expect(near! - far!).toBeLessThan(45)
})

test('the help names every network, movement and player', async () => {
  const asked = reader()
  expect(await scoreCommand(['--help'], asked)).toBeUndefined()
  for (const name of ['wifi-spike', 'teleporter', ...contenders.map(({ name }) => name)])
    expect(asked.said()).toContain(name)
})
