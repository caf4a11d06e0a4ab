import { Application } from 'pixi.js'
import { fastRenderer } from '../panel/renderer.ts'

export { startPage } from './open-page.ts'

/** What draws a page's picture. */
export async function startApplication(): Promise<Application> {
  const app = new Application()
  await app.init({ preference: fastRenderer(), antialias: true, backgroundColor: 0x141b31 })
  return app
}
