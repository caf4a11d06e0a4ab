import type { Page } from 'playwright-core'

/** How good a picture stays, of 1, and the most bytes that it may take. */
const QUALITIES = [0.82, 0.7, 0.55, 0.4]
const MOST_BYTES = 60_000

/**
 * A screenshot as WebP, cut to the shape of `size` in CSS pixels and at most twice that large, by the browser of `page`. Of
 * good quality, or of a lower one if it would have more than 60 kB.
 */
export async function toWebp(
  page: Page,
  png: Buffer,
  size: { readonly width: number; readonly height: number },
): Promise<Buffer> {
  let webp = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    const url = await page.evaluate<string>(`(async () => {
      const { width, height } = ${JSON.stringify(size)}
      const image = new Image()
      image.src = 'data:image/png;base64,${png.toString('base64')}'
      await image.decode()
      const scale = Math.max(width / image.width, height / image.height)
      const [across, down] = [width / scale, height / scale]
      const canvas = document.createElement('canvas')
      canvas.width = Math.min(width * 2, Math.round(across))
      canvas.height = Math.round((canvas.width * height) / width)
      const paper = canvas.getContext('2d')
      paper.imageSmoothingQuality = 'high'
      paper.drawImage(image, (image.width - across) / 2, (image.height - down) / 2, across, down,
        0, 0, canvas.width, canvas.height)
      return canvas.toDataURL('image/webp', ${quality})
    })()`)
    webp = Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
    if (webp.length <= MOST_BYTES) return webp
  }
  throw new Error(`the picture takes ${webp.length} B even at the lowest quality`)
}
