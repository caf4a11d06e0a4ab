import {
  BaseSequencer,
  ForksPoolWorker,
  type PoolOptions,
  type PoolWorker,
  type TestSpecification,
  type WorkerRequest,
} from 'vitest/node'

/** What a worker process says to the runner. */
type Response = { type?: string; __vitest_worker_response__?: true; error?: unknown } | undefined

type Callback = Parameters<ForksPoolWorker['on']>[1]

/** The project whose files run one at a time, beside those of others: each of its browsers keeps a processor busy. */
const ONE_AT_A_TIME = 'browser'

/** When the process before the next one of that project has ended. */
let lastEnded = Promise.resolve()

/**
 * A process that runs tests, however long it takes to start, or until it is its turn. Vitest gives up after 60 s, which no
 * setting changes, so this says at once that it has started, and holds what the runner wants until it really has.
 */
export class PatientFork extends ForksPoolWorker {
  override readonly name = 'patient-forks'
  readonly #waits: boolean
  #turn = Promise.resolve()
  #isStarted = false
  #held: WorkerRequest[] = []
  #toRunner: (response: object) => void = () => {}
  #onError: (error: Error) => void = () => {}

  constructor(options: PoolOptions) {
    super(options)
    this.#waits = options.project.name === ONE_AT_A_TIME
  }

  override async start(): Promise<void> {
    await super.start()
    if (!this.#waits) return
    this.#turn = lastEnded
    lastEnded = new Promise((resolve) => {
      for (const event of ['exit', 'error']) super.on(event, () => resolve())
    })
  }

  override on(event: string, callback: Callback): void {
    if (event === 'error') this.#onError = callback
    if (event !== 'message') return super.on(event, callback)
    this.#toRunner = callback
    super.on('message', (said: Response) => {
      if (!said?.__vitest_worker_response__ || said.type !== 'started')
        return this.#toRunner(said as object)
      if (said.error !== undefined) return this.#onError(said.error as Error)
      void this.#turn.then(() => {
        this.#isStarted = true
        for (const request of this.#held.splice(0)) super.send(request)
      })
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

/**
 * The order in which test files run: first those that have a process each, and after them those that share some. The files
 * with a browser run one at a time, so they come evenly among the others of the first kind, which fill the other processors.
 */
export class TestOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const of = (isWanted: (file: TestSpecification) => boolean) => sorted.filter(isWanted)
    const isBrowser = ({ project }: TestSpecification): boolean => project.name === ONE_AT_A_TIME
    const isShared = ({ project }: TestSpecification): boolean => !project.config.isolate
    const alone = of((file) => !isBrowser(file) && !isShared(file))
    return [...mixed(of(isBrowser), alone), ...of(isShared)]
  }
}

/** Two lists as one, in which both keep their order, and each is spread evenly. */
function mixed<T>(a: readonly T[], b: readonly T[]): T[] {
  const placed = [a, b].flatMap((list) =>
    list.map((item, i) => ({ item, at: (i + 0.5) / list.length })),
  )
  return placed.sort((one, other) => one.at - other.at).map(({ item }) => item)
}
