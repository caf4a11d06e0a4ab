import type { Application, Container } from 'pixi.js'
import { type Fit, fitInto } from './fit.ts'

/**
 * Shows a scene of `width` x `height` units in a window of any shape, and returns its undo. `root` is scaled so that the
 * scene fills the canvas. The canvas keeps the aspect of the scene in the middle of the window, and bars in the colour of the
 * page fill the rest. Follows resizes and moves to a screen of another pixel density. The canvas is no larger than the scene,
 * so nothing has to be masked. Call once, after `app.init`.
 */
export function letterbox(
  app: Application,
  root: Container,
  width: number,
  height: number,
): () => void {
  const fit: Fit = { left: 0, top: 0, width: 0, height: 0, scale: 1 }
  let density: MediaQueryList | null = null

  const arrange = (): void => {
    const ratio = window.devicePixelRatio || 1
    const { innerWidth, innerHeight } = window
    fitInto(fit, { width: innerWidth, height: innerHeight }, { width, height }, ratio)
    app.renderer.resize(fit.width, fit.height, ratio)
    root.scale.set(fit.width / width, fit.height / height)
    const { style } = app.canvas
    style.position = 'fixed'
    style.left = `${fit.left}px`
    style.top = `${fit.top}px`
    style.width = `${fit.width}px`
    style.height = `${fit.height}px`
    // A media query matches one density only, so each change of density needs a new query.
    density?.removeEventListener('change', arrange)
    density = window.matchMedia(`(resolution: ${ratio}dppx)`)
    density.addEventListener('change', arrange)
  }

  arrange()
  window.addEventListener('resize', arrange)
  return () => {
    window.removeEventListener('resize', arrange)
    density?.removeEventListener('change', arrange)
  }
}
