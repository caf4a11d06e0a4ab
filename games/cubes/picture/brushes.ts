import { Random } from 'glissade'
import { CanvasTexture, RepeatWrapping, SRGBColorSpace, type Texture } from 'three'
import { RIDGES, SKY, SUN, SUNGLOW } from './palette.ts'

/** Draws a picture of `width` x `height` pixels once, for a surface. Nothing is downloaded. */
export function painted(
  width: number,
  height: number,
  draw: (brush: CanvasRenderingContext2D) => void,
): Texture {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const brush = canvas.getContext('2d')
  if (!brush) throw new Error('this browser gives no canvas to draw on')
  draw(brush)
  const texture = new CanvasTexture(canvas)
  texture.colorSpace = SRGBColorSpace
  texture.anisotropy = 4
  return texture
}

/** A side of a cube of ice: bright edges, a softer middle and a few cracks. Its colour comes from the cube. */
export const iceFace = (): Texture =>
  painted(64, 64, (brush) => {
    const light = brush.createLinearGradient(0, 0, 64, 64)
    light.addColorStop(0, '#ffffff')
    light.addColorStop(1, '#d3dff2')
    brush.fillStyle = light
    brush.fillRect(0, 0, 64, 64)
    brush.strokeStyle = '#ffffff'
    brush.lineWidth = 7
    brush.strokeRect(0, 0, 64, 64)
    brush.strokeStyle = 'rgb(120 146 198 / 55%)'
    brush.lineWidth = 2
    brush.strokeRect(4.5, 4.5, 55, 55)
    brush.lineWidth = 1.4
    brush.strokeStyle = 'rgb(255 255 255 / 85%)'
    for (const path of ['M14 44 26 30 24 20', 'M26 30 38 34 46 24', 'M40 50 48 42'])
      brush.stroke(new Path2D(path))
  })

/** Snow on the ground, which repeats: soft hollows and glints. */
export function snowGround(repeats: number): Texture {
  const texture = painted(256, 256, (brush) => {
    const random = new Random(7)
    brush.fillStyle = '#f4f7ff'
    brush.fillRect(0, 0, 256, 256)
    for (let n = 0; n < 90; n++) {
      const [x, y, radius] = [
        random.between(0, 256),
        random.between(0, 256),
        random.between(10, 36),
      ]
      const isHollow = n % 3 > 0
      // Each is drawn on all sides of the border, so that the picture has no seams.
      for (const dx of [-256, 0, 256])
        for (const dy of [-256, 0, 256])
          softSpot(brush, x + dx, y + dy, radius, isHollow ? '150 172 224' : '255 255 255', 0.1)
    }
    brush.fillStyle = '#ffffff'
    for (let n = 0; n < 70; n++)
      brush.fillRect(random.between(0, 255), random.between(0, 255), 1.3, 1.3)
  })
  texture.wrapS = texture.wrapT = RepeatWrapping
  texture.repeat.set(repeats, repeats)
  return texture
}

/** The skin of a snowball. Its patches let the eye see it roll. */
export const snowSkin = (): Texture =>
  painted(256, 128, (brush) => {
    const random = new Random(3)
    brush.fillStyle = '#ffffff'
    brush.fillRect(0, 0, 256, 128)
    for (let n = 0; n < 46; n++) {
      const [x, y] = [random.between(0, 256), random.between(8, 120)]
      const radius = random.between(6, 20)
      for (const dx of [-256, 0, 256]) softSpot(brush, x + dx, y, radius, '96 124 190', 0.34)
    }
    brush.fillStyle = 'rgb(70 96 160 / 50%)'
    for (let n = 0; n < 26; n++)
      brush.fillRect(random.between(0, 252), random.between(14, 112), 3, 2)
  })

/** A soft round spot, white on nothing: shadows and tracks take their colour from their material. */
export const softDisc = (): Texture =>
  painted(64, 64, (brush) => softSpot(brush, 32, 32, 32, '255 255 255', 1))

function softSpot(
  brush: CanvasRenderingContext2D,
  x: number,
  y: number,
  radius: number,
  colour: string,
  strength: number,
): void {
  const fade = brush.createRadialGradient(x, y, 0, x, y, radius)
  fade.addColorStop(0, `rgb(${colour} / ${strength})`)
  fade.addColorStop(0.5, `rgb(${colour} / ${strength * 0.6})`)
  fade.addColorStop(1, `rgb(${colour} / 0)`)
  brush.fillStyle = fade
  brush.fillRect(x - radius, y - radius, 2 * radius, 2 * radius)
}

/** The sky with its sun, and ridges below it down to the haze. */
export const eveningSky = (): Texture =>
  painted(1024, 512, (brush) => {
    const air = brush.createLinearGradient(0, 0, 0, 512)
    for (const [offset, colour] of SKY) air.addColorStop(offset, colour)
    brush.fillStyle = air
    brush.fillRect(0, 0, 1024, 512)
    softSpot(brush, 610, 412, 130, SUNGLOW, 0.95)
    brush.fillStyle = SUN
    brush.beginPath()
    brush.arc(610, 408, 13, 0, 2 * Math.PI)
    brush.fill()
    const random = new Random(11)
    for (const [n, { rock, snow }] of RIDGES.entries()) {
      const base = 444 + 6 * n
      const tall = 66 - 18 * n
      drawRidge(brush, random, { rock, snow, base, tall, step: 64 - 14 * n })
    }
  })

interface Ridge {
  readonly rock: string
  readonly snow: string
  readonly base: number
  readonly tall: number
  readonly step: number
}

function drawRidge(
  brush: CanvasRenderingContext2D,
  random: Random,
  { rock, snow, base, tall, step }: Ridge,
): void {
  const tops: { x: number; y: number }[] = []
  for (let x = -step; x <= 1024 + step; x += step / 2) {
    const isPeak = tops.length % 2 === 1
    const y = base - tall * (isPeak ? random.between(0.45, 1) : random.between(0, 0.28))
    tops.push({ x: x + random.between(-step, step) / 8, y })
  }
  brush.fillStyle = rock
  brush.beginPath()
  brush.moveTo(-step, 512)
  for (const { x, y } of tops) brush.lineTo(x, y)
  brush.lineTo(1024 + step, 512)
  brush.fill()
  brush.fillStyle = snow
  for (let n = 1; n + 1 < tops.length; n += 2) {
    const [left, top, right] = [tops[n - 1]!, tops[n]!, tops[n + 1]!]
    const at = (from: { x: number; y: number }, share: number): [number, number] => [
      top.x + (from.x - top.x) * share,
      top.y + (from.y - top.y) * share,
    ]
    brush.beginPath()
    brush.moveTo(top.x, top.y)
    brush.lineTo(...at(left, 0.55))
    brush.lineTo(...at(left, 0.3))
    brush.lineTo(top.x - 2, top.y + (base - top.y) * 0.6)
    brush.lineTo(...at(right, 0.32))
    brush.lineTo(...at(right, 0.6))
    brush.fill()
  }
}
