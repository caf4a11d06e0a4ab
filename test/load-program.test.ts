import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { LoadReport } from '../src/load/report/report.ts'
import { after, BOT, endAll, started } from './support/loaded.ts'
import { until } from './support/until.ts'

const folder = mkdtempSync(join(tmpdir(), 'glissade-load-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
afterEach(endAll)

describe('the program', () => {
  const PROGRAM = fileURLToPath(new URL('../src/program/glissade.ts', import.meta.url))
  /** Runs it in a process of its own. */
  function run(words: readonly string[], flags: readonly string[] = ['--import', 'tsx']) {
    const child = spawn(
      process.execPath,
      ['-C', 'glissade-source', ...flags, PROGRAM, 'load', ...words],
      {
        cwd: fileURLToPath(new URL('..', import.meta.url)),
      },
    )
    let said = ''
    child.stdout.on('data', (text) => (said += text))
    child.stderr.on('data', (text) => (said += text))
    after(() => child.kill('SIGKILL'))
    return { child, ended: once(child, 'exit').then(([code]) => ({ code, said })) }
  }

  test('spreads its clients over processes, writes its files, and ends with 0', async () => {
    const { counts, url } = await started()
    const [page, json] = [join(folder, 'r.html'), join(folder, 'r.json')]
    const words = '--clients 10 --room-size 5 --ramp 0.5 --seconds 1 --processes 2'.split(' ')
    const { ended } = run([url, '--bot', BOT, ...words, '--report', page, '--json', json])
    const { code, said } = await ended
    expect(said).toContain('10 clients for 2 rooms')
    expect(code).toBe(0)
    expect(counts.joined).toBe(10)
    const report: LoadReport = JSON.parse(readFileSync(json, 'utf8'))
    expect(report).toMatchObject({ version: 1, joined: 10, processes: 2 })
    expect(report.command).toBe(`glissade load ${url} --bot load.ts ${words.join(' ')}`)
    expect(readFileSync(page, 'utf8')).toContain('10 of 10')
    await until(() => counts.left === 10)
  })

  test('ends with 1 when clients are dropped', async () => {
    const { server, counts, url } = await started()
    const { child, ended } = run([
      url,
      '--bot',
      BOT,
      '--clients',
      '4',
      '--ramp',
      '0',
      '--seconds',
      '600',
    ])
    await until(() => counts.joined === 4)
    for (const room of [...server.rooms.values()]) room.close()
    const { code, said } = await ended
    expect(said).toMatch(/^server-closed +4$/m)
    expect(code).toBe(1)
    expect(child.exitCode).toBe(1)
  })

  test('prints its tables after Ctrl+C, with all of its processes', async () => {
    const { counts, url } = await started()
    const { child, ended } = run([
      url,
      '--bot',
      BOT,
      '--clients',
      '6',
      '--ramp',
      '0',
      '--seconds',
      '600',
      '--processes',
      '2',
    ])
    await until(() => counts.joined === 6)
    child.kill('SIGINT')
    const { code, said } = await ended
    expect(said).toMatch(/^joined +6$/m)
    expect(said).toMatch(/^snapshot gap +/m)
    expect(code).toBe(0)
    await until(() => counts.left === 6)
  })
})
