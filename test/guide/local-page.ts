import { connect, type Link, realClock, type Session } from 'glissade/client'
import { FixedDelay, portLink, producerDelayMs } from 'glissade/parts'
import { island } from './rooms.ts'

/** Joins the room that runs in `worker`. */
export function joinWorker(worker: Pick<Worker, 'postMessage'>): Promise<Session<typeof island>> {
  const link = (): Link => {
    const { port1, port2 } = new MessageChannel()
    worker.postMessage('', [port2])
    return portLink(port1, realClock)
  }
  const { stepHz, sendHz } = island
  return connect(island, link(), {
    playout: new FixedDelay(producerDelayMs({ stepHz, sendHz })),
    reopen: async () => link(),
  })
}
