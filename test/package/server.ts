import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { userEnvironment } from './clone.ts'

/** A server of the README in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** Ends the process and waits for it. */
  close(): Promise<void>
}

/** How long the server may take to say where it is. */
const START_MS = 60_000

/** Starts `server.ts` in `folder`, as the README's `npm start` does once the pages are built. */
export async function startServer(folder: string): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server.ts'], {
    cwd: folder,
    env: userEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const close = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill()
    await once(child, 'close')
  }
  try {
    return { url: await addressOf(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const fail = (): void => reject(new Error(`the server did not start:\n${output}`))
    const timer = setTimeout(fail, START_MS)
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (bytes) => {
        output += bytes
        const url = /^\w+ at (http:\S+)$/m.exec(output)?.[1]
        if (!url) return
        clearTimeout(timer)
        resolve(url)
      })
    child.on('close', () => {
      clearTimeout(timer)
      fail()
    })
  })
}
