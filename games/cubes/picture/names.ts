import { Sprite, SpriteMaterial } from 'three'
import { painted } from './brushes.ts'

const FONT = '600 44px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif'
const HEIGHT = 64
/** The height of a name as a share of the picture's, at a distance of one metre. */
const SIZE = 0.044

/** A name over a snowball, as large on the screen near by as far away. `mine`: the player's own is marked. */
export function nameSprite(name: string, mine: boolean): Sprite {
  const width = 420
  const map = painted(width, HEIGHT, (brush) => {
    brush.font = FONT
    brush.textAlign = 'center'
    brush.textBaseline = 'middle'
    brush.lineJoin = 'round'
    brush.lineWidth = 11
    brush.strokeStyle = '#1c2440'
    brush.strokeText(name, width / 2, HEIGHT / 2, width - 16)
    brush.fillStyle = mine ? '#ffe3a6' : '#ffffff'
    brush.fillText(name, width / 2, HEIGHT / 2, width - 16)
  })
  const material = new SpriteMaterial({ map, depthTest: false, fog: false, sizeAttenuation: false })
  const sprite = new Sprite(material)
  sprite.scale.set((SIZE * width) / HEIGHT, SIZE, 1)
  sprite.renderOrder = 9
  return sprite
}

/** Gives back what a name takes of the graphics card. */
export function dropName({ material }: Sprite): void {
  material.map?.dispose()
  material.dispose()
}
