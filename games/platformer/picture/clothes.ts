import { GraphicsContext } from 'pixi.js'
import { GOLD, GOLD_DARK, GOLD_LIT, INK } from './palette.ts'

/** The shapes that players of one colour are drawn with. All pictures share them. */
interface Clothes {
  /** Coat and face, which are behind the eyes. */
  readonly body: GraphicsContext
  /** Hat and collar, which are before the eyes. */
  readonly wool: GraphicsContext
  /** The links of the scarf, drawn along -x from where they hang. */
  readonly links: readonly GraphicsContext[]
  /** An arm in its sleeve, hanging from the shoulder. */
  readonly arm: GraphicsContext
}

const wardrobe = new Map<number, Clothes>()

/** The clothes of a hue in degrees. */
export function clothesOf(hue: number): Clothes {
  let clothes = wardrobe.get(hue)
  if (!clothes) wardrobe.set(hue, (clothes = sew(hue)))
  return clothes
}

function sew(hue: number): Clothes {
  // Hat and scarf have the colour by which lists and lines name the player. The coat sets them off.
  const wool = `hsl(${hue}, 72%, 62%)`
  const woolLit = `hsl(${hue}, 80%, 72%)`
  const woolDark = `hsl(${hue}, 55%, 45%)`
  const other = (hue + 165) % 360
  const coat = `hsl(${other}, 46%, 52%)`
  const shade = `hsl(${other}, 44%, 43%)`
  const dark = `hsl(${other}, 48%, 29%)`
  return {
    body: new GraphicsContext()
      .roundRect(-7.6, -19.6, 15.2, 17.6, 7.4)
      .fill(dark)
      .roundRect(-6.6, -18.8, 13.2, 15.8, 6.6)
      .fill(shade)
      .roundRect(-4.4, -18.8, 11, 14.4, 5.6)
      .fill(coat)
      .circle(2.4, -5.4, 0.8)
      .fill(dark)
      .roundRect(-3, -17.4, 9.4, 8.2, 4)
      .fill(0xffe6d2)
      .circle(-0.6, -11.6, 1.2)
      .circle(5.4, -11.6, 1)
      .fill({ color: 0xf79c8c, alpha: 0.55 }),
    wool: new GraphicsContext()
      .moveTo(-7.2, -16.6)
      .bezierCurveTo(-7.2, -25, 7.2, -25, 7.2, -16.6)
      .closePath()
      .fill(wool)
      .moveTo(0.6, -22.2)
      .bezierCurveTo(3.4, -22, 5.2, -20.4, 5.6, -18.2)
      .stroke({ color: woolLit, width: 1.2, cap: 'round' })
      .roundRect(-7.8, -18.4, 15.6, 3.2, 1.6)
      .fill(woolDark)
      .circle(-0.4, -23.6, 2.4)
      .fill(0xdfe8f8)
      .circle(0, -24, 1.9)
      .fill(0xffffff)
      .roundRect(-7.4, -10.4, 14.8, 3.8, 1.9)
      .fill(wool)
      .roundRect(-7.4, -8, 14.8, 1.4, 0.7)
      .fill(woolDark),
    links: [0, 1, 2].map((i) =>
      new GraphicsContext()
        .roundRect(-5.4, -1.7 + i * 0.15, 6.2, 3.4 - i * 0.3, 1.5)
        .fill(i % 2 === 0 ? wool : woolDark),
    ),
    arm: new GraphicsContext()
      .roundRect(-2, -1.6, 4, 6.6, 2)
      .fill(dark)
      .roundRect(-1.3, -1, 2.6, 5, 1.3)
      .fill(shade)
      .circle(0, 5.4, 2.1)
      .fill(woolDark)
      .circle(0.2, 5.2, 1.4)
      .fill(wool),
  }
}

export const BOOT: GraphicsContext = new GraphicsContext()
  .roundRect(-3.4, -4, 7, 4.2, 2)
  .fill(INK)
  .roundRect(-2.2, -3.5, 3, 1.1, 0.5)
  .fill({ color: 0xffffff, alpha: 0.16 })

/** The eye is drawn around its own middle, so that a blink closes it in place. */
export const EYES: GraphicsContext = new GraphicsContext()
  .ellipse(0.8, 0, 1.15, 1.9)
  .ellipse(4.6, 0, 1.05, 1.8)
  .fill(INK)
  .circle(1.2, -0.7, 0.5)
  .circle(4.95, -0.7, 0.45)
  .fill(0xffffff)

/** Two eyes screwed up. */
export const OUCH_EYES: GraphicsContext = new GraphicsContext()
  .moveTo(-0.4, -1.4)
  .lineTo(1.6, 0)
  .lineTo(-0.4, 1.4)
  .moveTo(6, -1.4)
  .lineTo(4, 0)
  .lineTo(6, 1.4)
  .stroke({ color: INK, width: 0.9, cap: 'round', join: 'round' })

/** The whole player in white, which is laid over it for the moment at which it is hit. */
export const FLASH: GraphicsContext = new GraphicsContext()
  .roundRect(-7.6, -19.6, 15.2, 17.6, 7.4)
  .moveTo(-7.8, -16)
  .bezierCurveTo(-7.6, -25.4, 7.6, -25.4, 7.8, -16)
  .closePath()
  .circle(-0.4, -23.6, 2.4)
  .fill(0xffffff)

export const STAR: GraphicsContext = new GraphicsContext()
  .star(0, 0, 5, 2.7, 1.2)
  .fill(0xb07a2a)
  .star(0, 0, 5, 2.1, 0.9)
  .fill(GOLD)

/** The shape stands on its lower edge. */
export const CROWN: GraphicsContext = new GraphicsContext()
  .poly([-5.4, 0.4, -6.2, -6, -2.8, -3.4, 0, -7.4, 2.8, -3.4, 6.2, -6, 5.4, 0.4])
  .fill(GOLD_DARK)
  .poly([-4.6, -0.4, -5.1, -4.2, -2.5, -2.2, 0, -5.6, 2.5, -2.2, 5.1, -4.2, 4.6, -0.4])
  .fill(GOLD)
  .rect(-4.6, -1.5, 9.2, 1.1)
  .fill(GOLD_LIT)
  .circle(0, -2.6, 0.9)
  .fill(0xd8485a)
