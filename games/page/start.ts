import { GlissadeError } from 'glissade'
import { Application } from 'pixi.js'
import { NoWorker } from '../local/page.ts'
import { fastRenderer } from '../panel/renderer.ts'
import { Loading } from './loading.ts'
import { Notice } from './notice.ts'

/**
 * Opens a game's page. `open` joins, draws, and reports its progress to `loading`. The player sees what it throws.
 * `drawing` is the text that is shown while the picture is built.
 */
export function startPage(
  drawing: string,
  open: (notice: Notice, loading: Loading) => Promise<void>,
): void {
  const notice = new Notice()
  const loading = new Loading(drawing)
  open(notice, loading).catch((error: unknown) => {
    loading.hide()
    notice.show(reasonOf(error), String(error))
    console.error(error)
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof NoWorker) return 'no-worker'
  return error instanceof GlissadeError ? error.code : 'error'
}

/** What draws a page's picture. */
export async function startApplication(): Promise<Application> {
  const app = new Application()
  await app.init({ preference: fastRenderer(), antialias: true, backgroundColor: 0x141b31 })
  return app
}
