import { GlissadeError } from 'glissade'
import { NoWorker } from '../local/page.ts'
import { Loading } from './loading.ts'
import { Notice } from './notice.ts'

/** The browser has no WebGL 2, which the page draws with. */
export class NoWebGl extends Error {}

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
    notice.show(reasonOf(error), error instanceof GlissadeError ? error.detail : String(error))
    console.error(error)
  })
}

function reasonOf(error: unknown): string {
  if (error instanceof NoWorker) return 'no-worker'
  if (error instanceof NoWebGl) return 'no-webgl'
  return error instanceof GlissadeError ? error.code : 'error'
}
