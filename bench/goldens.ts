import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WrongArguments } from '../src/score/command/arguments.ts'
import { reporting } from '../src/score/command/command.ts'
import { FORMAT_VERSION } from '../src/wire/packets/packets.ts'
import { toText } from './goldens/golden.ts'
import { playScene, SCENE_NAMES } from './goldens/scenes.ts'

const COMMAND = 'npm run bench -- goldens'
const HELP = `${COMMAND} [--replace]: writes the golden streams of docs/WIRE.md to test/wire/goldens

  --replace   also over those of the present format version that have other bytes
  --help      says this`

/** Where the golden streams of a format version are. */
export function goldenFolder(version: number = FORMAT_VERSION): string {
  return fileURLToPath(new URL(`../test/wire/goldens/v${version}`, import.meta.url))
}

/** The golden streams as they are today: the text of each file by its name. */
export function goldenTexts(): Map<string, string> {
  return new Map(SCENE_NAMES.map((name) => [`${name}.json`, toText(playScene(name))]))
}

/**
 * Writes the golden streams of the present format version; where there are others already only with `--replace`, for
 * what was released must be read for good. `words`: that, or `--help`.
 */
export async function writeGoldens(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    if (words.includes('--help') || words.includes('-h')) return console.log(HELP)
    const unknown = words.find((word) => word !== '--replace')
    if (unknown !== undefined)
      throw new WrongArguments(`'${unknown}' is not understood: --help says more`)
    write(goldenFolder(), goldenTexts(), words.includes('--replace'))
  })
}

function write(folder: string, texts: ReadonlyMap<string, string>, replaces: boolean): void {
  const others = [...texts].filter(([name, text]) => {
    const path = join(folder, name)
    return existsSync(path) && readFileSync(path, 'utf8') !== text
  })
  if (others.length > 0 && !replaces)
    throw new WrongArguments(
      `${others.map(([name]) => name).join(', ')} of format version ${FORMAT_VERSION} would get other bytes. ` +
        'If the format has changed, raise FORMAT_VERSION; if only what rooms say, or nothing was released yet, use --replace',
    )
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of texts) {
    writeFileSync(join(folder, name), text)
    console.log(`${join(folder, name)}: ${Math.round(text.length / 1000)} kB`)
  }
}
