import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDirectoryCases } from '../directory/directory.case.ts'
import { Calls } from './calls.ts'
import { ipcDirectory } from './ipc-directory.ts'

const CHILD = fileURLToPath(new URL('../../test/support/directory-child.ts', import.meta.url))
const SELF = { id: 'a', url: '/p/1/glissade', games: { duel: 1 }, capacity: 10 }

let child: ChildProcess
let calls: Calls

beforeAll(() => {
  child = fork(CHILD, [], { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  calls = new Calls(child)
})

afterAll(() => child.kill('SIGKILL'))

runDirectoryCases({
  name: 'ipcDirectory',
  share: async (times) => {
    await calls.ask('begin', times)
    return {
      open: () => ipcDirectory(calls),
      lapse: async (id) => void (await calls.ask('lapse', id)),
      pass: async () => void (await calls.ask('pass')),
      end: async () => {},
    }
  },
})

test('a process that ends gives its rooms up at once, and its checkpoints are kept', async () => {
  await calls.ask('begin', {})
  const [a, b] = [ipcDirectory(calls), ipcDirectory(calls)]
  await a.join(SELF)
  await a.claim('duel', 'x', 1)
  await a.checkpoint('duel/x', 1, Uint8Array.of(1, 2))
  await calls.ask('endHost')
  expect(await b.processes()).toEqual([])
  await b.join({ ...SELF, id: 'b' })
  expect(await b.claim('duel', 'x', 1)).toMatchObject({
    isMine: true,
    term: 2,
    saved: Uint8Array.of(1, 2),
  })
})

test('calls after the close, and to a process that has ended, reject', async () => {
  const closed = ipcDirectory(calls)
  await closed.close()
  await expect(closed.find('duel/x')).rejects.toThrow('the directory is closed')
  const other = fork(CHILD, [], { execArgv: ['--import', 'tsx'], serialization: 'advanced' })
  const ended = once(other, 'exit')
  const toOther = new Calls(other)
  const directory = ipcDirectory(toOther)
  expect(await directory.find('duel/x')).toBeNull()
  other.kill('SIGKILL')
  const waiting = directory.find('duel/x')
  await ended
  toOther.end()
  const unreachable = { code: 'unreachable', message: 'the other process has ended' }
  await expect(waiting).rejects.toMatchObject(unreachable)
  await expect(directory.find('duel/x')).rejects.toMatchObject(unreachable)
})
