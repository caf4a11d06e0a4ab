import { reporting } from '../src/score/command/command.ts'
import { readOptions } from './options.ts'
import { sharesOf } from './size/bundle.ts'
import { LIMITS } from './size/limits.ts'
import { OPTIONS } from './size/options.ts'
import { connectAlone, pageWith, readmePage } from './size/pages.ts'

const COMMAND = 'npm run bench -- size'
const HELP = `${COMMAND} [--files]: what a page bundles, without PixiJS

  --files  also what each file of src adds to all that connect brings
  --help   says this

Bytes are minified by Rolldown and gzipped at level 9, as in test/bundle.test.ts.`

/** Prints how large pages are, and what each option adds. `words`: as `--help` says. */
export async function printSize(words: readonly string[]): Promise<void> {
  process.exitCode = await reporting(COMMAND, async () => {
    const { help, files } = readOptions(words, {
      help: { type: 'boolean', short: 'h' },
      files: { type: 'boolean' },
    })
    if (help) return console.log(HELP)
    const page = await readmePage()
    const client = await connectAlone()
    console.log(`page of the README  ${page.gzipped} B`)
    console.log(`connect alone       ${client.gzipped} B\n`)
    console.log('What an option adds to the page of the README, and the most that it may:')
    for (const option of OPTIONS) {
      const { gzipped } = await pageWith(option)
      const most = LIMITS.options[option.name]
      console.log(`${signed(gzipped - page.gzipped)}  of ${signed(most)}  ${option.name}`)
    }
    if (!files) return
    console.log('\nBy how much all that `connect` brings is smaller without a file:')
    const shares = [...sharesOf(client)].sort(([, a], [, b]) => b - a)
    for (const [name, bytes] of shares) if (name !== '') console.log(`${signed(bytes)}  ${name}`)
  })
}

const signed = (bytes: number): string => `${bytes >= 0 ? '+' : ''}${bytes}`.padStart(7)
