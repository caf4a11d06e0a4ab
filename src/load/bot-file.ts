import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { AnyGame } from '../game/define-game.ts'
import { WrongArguments } from '../score/command/words.ts'
import type { LoadBot } from './bot.ts'

const TYPESCRIPT = /\.[mc]?tsx?$/
/** What Node says about a file that it cannot read, or not without a loader. */
const NOT_READ = ['ERR_UNKNOWN_FILE_EXTENSION', 'ERR_UNSUPPORTED_NODE_MODULES_TYPE_STRIPPING']

/** Loads the module of a bot. Throws `WrongArguments`, which names the file and says what is wrong with it. */
export async function loadBot(file: string): Promise<LoadBot<AnyGame>> {
  const fault = (why: string): WrongArguments => new WrongArguments(`--bot ${file}: ${why}`)
  if (!existsSync(file)) throw fault('there is no such file')
  let module: object
  try {
    module = await import(/* @vite-ignore */ pathToFileURL(resolve(file)).href)
  } catch (error) {
    throw fault(whyNot(file, error))
  }
  return checked(module, fault)
}

function whyNot(file: string, error: unknown): string {
  const { code, message } = error as Error & { readonly code?: string }
  const isUnread = NOT_READ.includes(code ?? '') || error instanceof SyntaxError
  if (TYPESCRIPT.test(file) && isUnread)
    return `Node ${process.versions.node} did not load this TypeScript (${firstLine(message)}); install tsx and run: NODE_OPTIONS='--import tsx' glissade load ...`
  return firstLine(message)
}

const firstLine = (text: string): string => String(text).split('\n')[0] ?? ''

function checked(module: object, fault: (why: string) => WrongArguments): LoadBot<AnyGame> {
  const all = module as { readonly default?: object }
  const bot = (hasGame(all.default) ? all.default : module) as LoadBot<AnyGame>
  if (!hasGame(bot)) throw fault('it exports no game; write: export const game = defineGame(...)')
  for (const name of ['join', 'play'] as const)
    if (bot[name] !== undefined && typeof bot[name] !== 'function')
      throw fault(`its ${name} must be a function`)
  return bot
}

/** Whether `game` was made by `defineGame`. */
function hasGame(exported: unknown): boolean {
  const { game } = (exported ?? {}) as { readonly game?: Partial<AnyGame> | null }
  return typeof game?.hash === 'number' && game.inputSchema !== undefined
}
