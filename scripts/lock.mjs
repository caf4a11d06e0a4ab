import { mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How long a lock may go untouched before it counts as left behind. Its holder touches it every second, so
 * that also the lock of another machine or container, whose process ids mean nothing here, is told apart.
 */
const UNTOUCHED_MS = 30_000

/**
 * @typedef {object} LockOptions
 * @property {(owner: string) => void} [onWait] called once, with the text of the lock it has to wait for
 * @property {number} [pollMs]
 * @property {number} [untouchedMs]
 */

/**
 * Runs `work` while holding the lock file at `path`. Whoever comes second waits; a lock whose processes have
 * all died is taken over. `work` names the child it starts with `adopt`: killed alone, this process leaves
 * that child at work, and the lock holds as long as it lives.
 * @template T
 * @param {string} path
 * @param {(adopt: (pid: number) => void) => Promise<T>} work
 * @param {LockOptions} [options]
 * @returns {Promise<T>}
 */
export async function withLock(path, work, options = {}) {
  let text = await takeLock(path, options)
  const heartbeat = setInterval(() => touch(path), 1000)
  const release = () => {
    clearInterval(heartbeat)
    if (read(path) === text) rmSync(path, { force: true })
  }
  /** @param {number} pid */
  const adopt = (pid) => {
    text = `${process.pid},${pid} ${hostname()} ${Date.now()}`
    writeFileSync(path, text)
  }
  process.on('exit', release)
  try {
    return await work(adopt)
  } finally {
    process.off('exit', release)
    release()
  }
}

/**
 * @param {string} path
 * @param {LockOptions} options
 * @returns {Promise<string>} what now stands in the lock file
 */
async function takeLock(path, { onWait, pollMs = 200, untouchedMs = UNTOUCHED_MS }) {
  const token = `${process.pid} ${hostname()} ${Date.now()}`
  mkdirSync(dirname(path), { recursive: true })
  let waiting = false
  let tookOver = false
  let seen = ''
  let seenSinceMs = 0
  for (;;) {
    if (create(path, token)) {
      // Two waiters may take the same dead lock over, the later removing the file of the earlier.
      if (tookOver) await sleep(pollMs / 4)
      if (!tookOver || read(path) === token) return token
    }
    const owner = read(path)
    const mark = `${owner} ${modifiedMs(path)}`
    if (mark !== seen) {
      seen = mark
      seenSinceMs = performance.now()
    }
    if (isDeadOwner(owner) || performance.now() - seenSinceMs > untouchedMs) {
      if (read(path) === owner) rmSync(path, { force: true })
      tookOver = true
      seen = ''
      continue
    }
    if (!waiting) onWait?.(owner)
    waiting = true
    await sleep(pollMs)
  }
}

/**
 * Whether a lock's text names processes of this machine of which none runs any more. Our own id is such a
 * one: this process holds no lock yet, so the text is older than it.
 * @param {string} owner the text of a lock file; '' (just being written, or just gone) is nobody's
 * @returns {boolean}
 */
export function isDeadOwner(owner) {
  const [pids, host] = owner.split(' ')
  if (!pids || host !== hostname()) return false
  return pids.split(',').every((pid) => Number(pid) === process.pid || !isRunning(Number(pid)))
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code !== 'ESRCH'
  }
}

/** @param {string} path @param {string} text */
function create(path, text) {
  try {
    writeFileSync(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** @param {string} path */
function modifiedMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** @param {string} path */
function touch(path) {
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // The file has gone; whoever took it saw this process stand still for UNTOUCHED_MS.
  }
}
