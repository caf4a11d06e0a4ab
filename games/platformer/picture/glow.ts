import { Sprite, Texture } from 'pixi.js'

/** The size of the texture in pixels. A glow is soft, so few are enough. */
const SIZE = 64

let disc: Texture | undefined
let band: Texture | undefined

/** Colours from top to bottom; `offset` from 0 to 1. */
type Stops = readonly { readonly offset: number; readonly color: number }[]

const sheets = new Map<Stops, Texture>()

/**
 * A soft round light of a radius in pixels. All lights share one texture: as a fill, a gradient would show its lines,
 * and cost more in each frame where there is no graphics card.
 */
export function glow(radius: number, color: number, alpha: number): Sprite {
  const sprite = new Sprite(softDisc())
  sprite.anchor.set(0.5)
  sprite.setSize(radius * 2)
  sprite.tint = color
  sprite.alpha = alpha
  return sprite
}

/** A band of haze, from nothing at its upper edge to `alpha` at its lower one. Its origin is its upper left corner. */
export function mist(width: number, height: number, color: number, alpha: number): Sprite {
  const sprite = new Sprite(softBand())
  sprite.setSize(width, height)
  sprite.tint = color
  sprite.alpha = alpha
  return sprite
}

/** A sheet of colour that changes from stop to stop, downwards. */
export function sheet(width: number, height: number, stops: Stops): Sprite {
  const sprite = new Sprite(stopsTexture(stops))
  sprite.setSize(width, height)
  return sprite
}

function stopsTexture(stops: Stops): Texture {
  let texture = sheets.get(stops)
  if (texture) return texture
  texture = paint(4, 256, (context) => {
    const gradient = context.createLinearGradient(0, 0, 0, 256)
    for (const { offset, color } of stops)
      gradient.addColorStop(offset, `#${color.toString(16).padStart(6, '0')}`)
    return gradient
  })
  sheets.set(stops, texture)
  return texture
}

function softDisc(): Texture {
  return (disc ??= paint(SIZE, SIZE, (context) => {
    const half = SIZE / 2
    const gradient = context.createRadialGradient(half, half, 0, half, half, half)
    for (let i = 0; i <= 8; i++) {
      const left = 1 - i / 8
      gradient.addColorStop(i / 8, `rgba(255, 255, 255, ${left * left * (0.35 + 0.65 * left)})`)
    }
    return gradient
  }))
}

function softBand(): Texture {
  return (band ??= paint(4, SIZE, (context) => {
    const gradient = context.createLinearGradient(0, 0, 0, SIZE)
    for (let i = 0; i <= 8; i++) {
      const at = i / 8
      gradient.addColorStop(at, `rgba(255, 255, 255, ${at * at * (3 - 2 * at)})`)
    }
    return gradient
  }))
}

function paint(
  width: number,
  height: number,
  gradientOf: (context: CanvasRenderingContext2D) => CanvasGradient,
): Texture {
  // Without a document (in a test or on a server), nothing is drawn either.
  if (typeof document === 'undefined') return Texture.WHITE
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context) {
    context.fillStyle = gradientOf(context)
    context.fillRect(0, 0, width, height)
  }
  return Texture.from(canvas)
}
