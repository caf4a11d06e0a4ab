import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { installedLockPath, npmCommand } from '../../scripts/install.mjs'
import { ROOT } from '../source-file.ts'

/** What a program said and how it ended. */
export interface Outcome {
  readonly code: number | null
  /** Both streams, as they came. */
  readonly output: string
}

/** What npm and Vitest leave in the environment and a user's shell does not have. */
const OURS =
  /^(npm_(lifecycle|package|config_(dry_run|omit|production))|NODE_ENV|NODE_OPTIONS|VITE)/i

/** This process's environment without what would change how a package is built or a page is bundled. */
export function userEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !OURS.test(name)))
}

/** Runs a program to its end. */
export function run(folder: string, command: readonly string[]): Promise<Outcome> {
  const [program = '', ...args] = command
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: folder,
      env: userEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes) => {
        output += bytes
      })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}

/** Same, for npm. Throws what npm said when it failed. */
export async function npm(folder: string, ...args: string[]): Promise<string> {
  const { code, output } = await run(folder, [...npmCommand(process.env), ...args])
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with code ${code}:\n${output}`)
  return output
}

/**
 * Copies the repository to `folder` as a fresh clone has it, with the dependencies of this one, so that building
 * there disturbs nobody here.
 */
export function cloneTo(folder: string): void {
  const left = new Set(['.git', '.cache', 'dist', 'coverage', 'node_modules', 'test-results'])
  mkdirSync(join(folder, 'node_modules'), { recursive: true })
  for (const name of readdirSync(ROOT))
    if (!left.has(name)) cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    if (!name.startsWith('.'))
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
  cpSync(installedLockPath(ROOT), installedLockPath(folder))
}
