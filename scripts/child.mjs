import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program to its end, handing on the signals this process gets, and returns its exit code
 * (128 + the signal's number where a signal ended it, as a shell reports it).
 * A Ctrl-C in a terminal reaches the child twice: by the terminal and from here.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: 'inherit' | 'stderr', started?: (pid: number) => void }} [options]
 *   `output: 'stderr'` keeps what the child prints out of this process's stdout
 * @returns {Promise<number>}
 */
export function runChild(program, args, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: options.env,
      stdio: options.output === 'stderr' ? ['ignore', 2, 2] : 'inherit',
    })
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => void child.kill(signal)
    for (const signal of FORWARDED) process.on(signal, forward)
    const stopForwarding = () => {
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    if (child.pid !== undefined) options.started?.(child.pid)
    child.on('error', (error) => {
      stopForwarding()
      reject(error)
    })
    child.on('exit', (code, signal) => {
      stopForwarding()
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM'])
    })
  })
}
