import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** How long a page may take to do what is waited for: a slow machine fails nothing. */
const PATIENCE_MS = 180_000

/** A page and what went wrong in it. */
export interface OpenPage {
  readonly page: Page
  /** Uncaught errors, errors on the console and requests that failed, as text, in order. */
  readonly faults: string[]
  /** The addresses of all WebSockets that it has opened. */
  readonly sockets: string[]
}

/** A server of all pages and games, as `npm start` starts it. */
export interface Games {
  /** Without a slash at its end. */
  readonly url: string
  readonly process: ChildProcess
  /** What it has said so far, to both its outputs. */
  said(): string
  /** Ends it, if it runs, and waits until it has ended. */
  stop(): Promise<void>
}

/**
 * Starts what `npm start` starts, on a free port and with `env` besides, and waits until it says where it is. The caller
 * stops it.
 */
export async function startGames(env: NodeJS.ProcessEnv = {}): Promise<Games> {
  const server = spawn(process.execPath, ['scripts/run.mjs', 'start'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { ...process.env, PORT: '0', HOST: '', NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const note = (chunk: Buffer): void => {
      said += chunk.toString()
      const [, address] = /Glissade is at (\S+)\//.exec(said) ?? []
      if (address !== undefined && said.includes('Ctrl-C')) resolve(address)
    }
    server.stdout.on('data', note)
    server.stderr.on('data', note)
    server.once('exit', () => reject(new Error(`npm start ended: ${said}`)))
  })
  const stop = async (): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return
    // Not SIGKILL: what npm start has started would outlive it.
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  return { url, process: server, said: () => said, stop }
}

/**
 * Starts the Chromium named by CHROMIUM_PATH, or another, headless. The caller closes it. Playwright keeps its pages at
 * 60 frames per second whether they can be seen or not, so throttled tabs cannot be tested with this.
 */
export async function launchBrowser(
  executablePath: string | undefined = process.env['CHROMIUM_PATH'],
): Promise<Browser> {
  if (!executablePath) throw new Error('CHROMIUM_PATH names no browser; npm test sets it.')
  return chromium.launch({
    executablePath,
    timeout: PATIENCE_MS,
    args: [
      '--no-sandbox',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

/** An empty page with storage of its own. */
export async function newPage(browser: Browser, options?: BrowserContextOptions): Promise<Page> {
  const page = await browser.newPage(options)
  page.setDefaultTimeout(PATIENCE_MS)
  return page
}

/**
 * Opens `url` in a page with storage of its own and waits until it has loaded. 640 by 360 pixels unless told:
 * software rendering draws large pages slowly.
 */
export async function openPage(
  browser: Browser,
  url: string,
  size: { width: number; height: number } = { width: 640, height: 360 },
): Promise<OpenPage> {
  const page = await newPage(browser, { viewport: size })
  const faults: string[] = []
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('requestfailed', (request) => {
    // What the page itself gave up because it was left is no fault.
    const why = request.failure()?.errorText
    if (why !== 'net::ERR_ABORTED') faults.push(`${request.url()} failed: ${why}`)
  })
  await page.goto(url)
  return { page, faults, sockets }
}
