import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { AnyGame } from '../../game/define-game.ts'
import { realClock } from '../../net/real-clock.ts'
import { WrongArguments } from '../../score/command/words.ts'
import type { LoadBot } from '../bot.ts'
import { Crowd, type CrowdPlan } from './crowd.ts'
import type { Answer, Ask } from './messages.ts'
import { type Tally, tallyOfAll } from './tally.ts'

/** The clients of a run, in this process or in several others. */
export interface Crowds {
  /** What has happened since the last call: see `Crowd.take`. Rejects if a process has ended. */
  take(isLast: boolean): Promise<Tally>
  /** All clients leave. Resolves when their connections have been told to close. */
  stop(): Promise<void>
}

/** How long sockets may take to send that their clients leave. */
const LEAVING_MS = 200

/**
 * Starts the clients of a run. With one process they run in this one. `botFile`: the file that `bot` was loaded from, which
 * other processes load for themselves.
 */
export async function startCrowds(
  bot: LoadBot<AnyGame>,
  botFile: string,
  plan: CrowdPlan,
  processes: number,
): Promise<Crowds> {
  if (processes === 1) return ownCrowd(new Crowd(bot, plan))
  const children = Array.from({ length: processes }, () => new CrowdProcess())
  const all = <T>(run: (child: CrowdProcess, part: number) => Promise<T>): Promise<T[]> =>
    Promise.all(children.map(run))
  const end = (): void => {
    for (const child of children) child.end()
  }
  try {
    await all((child, part) =>
      child.ask({ ask: 'start', botFile, plan, share: { part, of: processes } }),
    )
  } catch (error) {
    end()
    throw error
  }
  return {
    take: async (isLast) =>
      tallyOfAll((await all((child) => child.ask({ ask: 'take', isLast }))).map(tallyIn)),
    stop: async () => {
      // A process that has ended has no clients.
      await Promise.allSettled(children.map((child) => child.ask({ ask: 'stop' })))
      await leaving()
      end()
    },
  }
}

function ownCrowd(crowd: Crowd): Crowds {
  return {
    take: async (isLast) => crowd.take(isLast),
    stop: async () => {
      crowd.stop()
      await leaving()
    },
  }
}

const leaving = (): Promise<void> =>
  new Promise((resolve) => void realClock.after(LEAVING_MS, resolve))

function tallyIn({ tally }: Answer): Tally {
  if (!tally) throw new WrongArguments('a process of the generator has no clients')
  return tally
}

/** A process that runs child.ts. */
class CrowdProcess {
  readonly #child: ChildProcess
  /** Rejects when it ends by itself. */
  readonly #ended: Promise<never>

  constructor() {
    // child.ts is child.js in the built package.
    const file = import.meta.url.replace(/crowds(\.\w+)$/, 'child$1')
    this.#child = fork(fileURLToPath(file), { serialization: 'advanced' })
    this.#ended = once(this.#child, 'exit').then(([code, signal]): never => {
      throw new WrongArguments(`a process of the generator has ended (${signal ?? `code ${code}`})`)
    })
    this.#ended.catch(() => {})
  }

  /** Asks, and waits for the answer. Only one question may be open. Rejects if the process ends or answers with a fault. */
  async ask(ask: Ask): Promise<Answer> {
    const answered = once(this.#child, 'message')
    if (this.#child.connected) this.#child.send(ask)
    const [answer] = (await Promise.race([answered, this.#ended])) as [Answer]
    if (answer.fault !== undefined) throw new WrongArguments(answer.fault)
    return answer
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect()
  }
}
