import type { AnyGame } from 'glissade'
import { connect, type Link, realClock, type Session, type SessionOptions } from 'glissade/client'
import { FixedDelay, type LinkKind, portLink, producerDelayMs } from 'glissade/parts'

/** How a page plays without a server. */
export interface Local {
  /** Starts the worker that runs the room: an entry such as `local/platformer.ts`. May throw. */
  readonly start: () => Worker
  /** How the packets to the worker count: `datagram` lets a simulated network lose them. */
  readonly link: LinkKind
}

/** The worker of a page could not be started. */
export class NoWorker extends Error {}

/**
 * Joins a room that runs in a worker of this page. Others are shown with the delay that the bounds of that room demand, see
 * `producerDelayMs`, because there is no network to measure. Rejects with `NoWorker` where the worker does not start, and
 * otherwise as `connect` does.
 */
export async function joinLocal<G extends AnyGame>(
  game: G,
  local: Local,
  options: SessionOptions<G>,
): Promise<Session<G>> {
  const worker = startWorker(local)
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new NoWorker(message || 'its file cannot be loaded')),
    )
  })
  const { stepHz, sendHz } = game
  const joined = connect(game, linkTo(worker, local.link), {
    ...options,
    playout: new FixedDelay(producerDelayMs({ stepHz, sendHz })),
    reopen: async () => linkTo(worker, local.link),
  })
  return Promise.race([joined, failed])
}

function startWorker({ start }: Local): Worker {
  try {
    return start()
  } catch (error) {
    throw new NoWorker(String(error))
  }
}

/** Opens one more connection to a worker that `runRooms` has made a server. */
function linkTo(worker: Worker, kind: LinkKind): Link {
  const { port1, port2 } = new MessageChannel()
  worker.postMessage(kind, [port2])
  return portLink(port1, realClock, kind)
}
