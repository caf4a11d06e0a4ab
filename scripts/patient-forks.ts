import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node'

/** What a worker process says to the runner. */
type Response = { type?: string; __vitest_worker_response__?: true; error?: unknown } | undefined

type Callback = Parameters<ForksPoolWorker['on']>[1]

/**
 * A process that runs tests, however long it takes to start. Vitest gives up after 60 s, which no setting changes, so this
 * says at once that it has started, and holds what the runner wants until it really has.
 */
export class PatientFork extends ForksPoolWorker {
  override readonly name = 'patient-forks'
  #isStarted = false
  #held: WorkerRequest[] = []
  #toRunner: (response: object) => void = () => {}
  #onError: (error: Error) => void = () => {}

  override on(event: string, callback: Callback): void {
    if (event === 'error') this.#onError = callback
    if (event !== 'message') return super.on(event, callback)
    this.#toRunner = callback
    super.on('message', (said: Response) => {
      if (!said?.__vitest_worker_response__ || said.type !== 'started')
        return this.#toRunner(said as object)
      if (said.error !== undefined) return this.#onError(said.error as Error)
      this.#isStarted = true
      for (const request of this.#held.splice(0)) super.send(request)
    })
  }

  override send(message: WorkerRequest): void {
    const isRequest = message?.__vitest_worker_request__ === true
    if (isRequest && !this.#isStarted && message.type !== 'start') this.#held.push(message)
    else super.send(message)
    if (!isRequest || message.type !== 'start') return
    queueMicrotask(() => this.#toRunner({ __vitest_worker_response__: true, type: 'started' }))
  }
}

/** The pool of such processes, for Vitest's setting `pool`. */
export const patientForks = {
  name: 'patient-forks',
  createPoolWorker: (options: PoolOptions): PoolWorker => new PatientFork(options),
}
