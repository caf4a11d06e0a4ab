import { fileURLToPath } from 'node:url'
import { type MessagePort, Worker } from 'node:worker_threads'
import type { Session } from 'glissade/client'
import { rolldown } from 'rolldown'
import { afterEach, expect, test } from 'vitest'
import { FOR_PAGES } from '../../bench/size/bundle.ts'
import { joinWorker } from './local-page.ts'
import type { island } from './rooms.ts'

/** Makes a thread of Node look like a worker of a browser. */
const AS_WORKER = `
const { parentPort } = require('node:worker_threads')
globalThis.addEventListener = (type, listener) =>
  parentPort.on(type, ({ port }) => listener({ ports: [port] }));
`

/** Bundles the worker of the guide, as a page's bundler does, and runs it in a thread. */
async function startWorker(): Promise<Worker> {
  const input = fileURLToPath(new URL('./local-server.ts', import.meta.url))
  const build = await rolldown({ ...FOR_PAGES, input })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return new Worker(AS_WORKER + output[0].code, { eval: true })
}

let worker: Worker
let session: Session<typeof island>
afterEach(async () => {
  session?.close()
  await worker.terminate()
})

test('C11 a page of the guide plays in a room that runs in a thread of its own', async () => {
  worker = await startWorker()
  session = await joinWorker({
    postMessage: (_message: unknown, ports: unknown) => {
      const [port] = ports as [MessagePort]
      worker.postMessage({ port }, [port])
    },
  })
  expect(session.playout.delayMs).toBeCloseTo(105)
  const lines: string[] = []
  session.onMessage('chat', ({ text }) => lines.push(text))
  session.input.right = true
  const x = (): number => {
    session.frame(performance.now())
    return session.entities('runner')[0]?.x ?? 0
  }
  await expect.poll(x, { interval: 10 }).toBeGreaterThan(20)
  session.send('chat', { text: 'hello' })
  await expect.poll(() => lines).toContain(': hello')
})
