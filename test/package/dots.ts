import type { Page } from 'playwright-core'

/** A dot as it is on the screen. */
export interface Dot {
  /** Middle, in pixels of the page. */
  readonly x: number
  readonly y: number
  /** How many pixels it has. */
  readonly pixels: number
}

/** The colours of the first two players' dots: hues 47 and 94, saturation 80 %, lightness 60 %. */
const COLOURS = [
  [235, 199, 71],
  [142, 235, 71],
] as const

/** Finds the dots of players 1 and 2 on a page by their colours; null for one that is not there. */
export async function findDots(page: Page): Promise<(Dot | null)[]> {
  const picture = (await page.screenshot()).toString('base64')
  return page.evaluate(
    async ({ picture, colours }) => {
      const bytes = Uint8Array.from(atob(picture), (c) => c.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const { width, height } = bitmap
      const context = new OffscreenCanvas(width, height).getContext('2d')
      if (!context) throw new Error('the browser has no 2D canvas')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, width, height)
      return colours.map((colour) => {
        let pixels = 0
        let x = 0
        let y = 0
        for (let i = 0; i < width * height; i++) {
          if (colour.some((value, c) => Math.abs((data[i * 4 + c] ?? 0) - value) > 4)) continue
          pixels++
          x += i % width
          y += Math.floor(i / width)
        }
        return pixels === 0 ? null : { x: x / pixels, y: y / pixels, pixels }
      })
    },
    { picture, colours: COLOURS },
  )
}
