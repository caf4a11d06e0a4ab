import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { FOR_PAGES } from '../../bench/size/bundle.ts'

/** Bundles what runs in the page into one script. */
export async function pageScript(): Promise<string> {
  const build = await rolldown({
    ...FOR_PAGES,
    input: join(import.meta.dirname, 'page', 'index.ts'),
  })
  const { output } = await build.generate({ format: 'iife' })
  await build.close()
  return output[0].code
}
