import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'
import { ROOT } from '../source-file.ts'

/** Where programs find the packages that are installed here and, by the same way as from `src/watch`, the monitor page. */
const FOLDER = join(ROOT, '.cache/programs')
const programs = new Map<string, Promise<string>>()

/**
 * Bundles a program of this repository, without packages, and returns the path of what plain Node starts in a fifth of the time
 * that tsx takes for some hundred files. What is imported only when it is needed stays so.
 */
export function bundled(path: string): Promise<string> {
  const program = programs.get(path) ?? build(path)
  programs.set(path, program)
  return program
}

async function build(path: string): Promise<string> {
  const program = await rolldown({
    input: path,
    platform: 'node',
    logLevel: 'silent',
    // Of the names without a path, those of this package alone.
    external: (name) => /^[\w@]/.test(name) && !/^glissade(\/|$)/.test(name),
    resolve: { conditionNames: ['glissade-source', 'node', 'import', 'default'] },
  })
  const name = `${basename(path, '.ts')}-[hash].mjs`
  const { output } = await program.generate({ entryFileNames: name, chunkFileNames: name })
  await program.close()
  mkdirSync(FOLDER, { recursive: true })
  for (const file of output)
    if (file.type === 'chunk') write(join(FOLDER, file.fileName), file.code)
  return join(FOLDER, output[0].fileName)
}

/** Writes a file whose name tells what is in it. Another process may read it at any moment. */
function write(path: string, code: string): void {
  if (existsSync(path)) return
  const half = `${path}.${process.pid}`
  writeFileSync(half, code)
  renameSync(half, path)
}
