import { connect } from 'glissade/client'
import { keys, sprites } from 'glissade/pixi'
import { Application, Graphics } from 'pixi.js'
import { game, RADIUS, WALL } from './shooter.ts'
import { aimAt, drawShots } from './shooter-page.ts'

const app = new Application()
await app.init({ width: 800, height: 600, antialias: true, background: '#10141c' })
document.body.append(app.canvas)
export const session = await connect(game, location.origin)
keys(session)

app.stage.addChild(
  new Graphics().rect(WALL.left, WALL.top, WALL.width, WALL.height).fill('#556677'),
)
sprites(
  app.stage,
  session,
  'fighter',
  ({ mine }) =>
    new Graphics()
      .circle(0, 0, RADIUS)
      .fill(mine ? '#88ee88' : '#ee8888')
      .rect(0, -3, RADIUS + 8, 6)
      .fill('#ffffff'),
  (shape, fighter) => {
    shape.rotation = fighter.aim
    shape.alpha = 0.3 + 0.007 * fighter.health
  },
)

/** Shows a shape for a moment. */
function flash(shape: Graphics): { remove(): void } {
  app.stage.addChild(shape)
  const remove = () => shape.destroy()
  setTimeout(remove, 120)
  return { remove }
}

drawShots(session, (x, y, aim, length) => {
  const [toX, toY] = [x + length * Math.cos(aim), y + length * Math.sin(aim)]
  return flash(new Graphics().moveTo(x, y).lineTo(toX, toY).stroke({ width: 2, color: '#ffee88' }))
})
session.on('hit', ({ x, y }) => {
  flash(new Graphics().circle(x, y, RADIUS + 6).stroke({ width: 4, color: '#ffffff' }))
})

const pointer = { x: 0, y: 0 }
app.canvas.addEventListener('pointermove', ({ offsetX, offsetY }) => {
  Object.assign(pointer, { x: offsetX, y: offsetY })
})
app.canvas.addEventListener('pointerdown', () => {
  session.input.shoot = true
})
app.ticker.add((ticker) => {
  aimAt(session, pointer.x, pointer.y)
  session.frame(ticker.lastTime)
})
