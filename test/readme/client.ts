// client.ts
import { connect } from 'glissade/client'
import { keys, sprites } from 'glissade/pixi'
import { Application, Graphics } from 'pixi.js'
import { game } from './game.ts'

const app = new Application()
await app.init({ width: 800, height: 600 })
document.body.append(app.canvas)
const session = await connect(game, location.origin)
keys(session)
sprites(app.stage, session, 'dot', (dot) =>
  new Graphics().circle(0, 0, 12).fill({ h: dot.hue, s: 80, l: 60 }),
)
app.ticker.add((ticker) => session.frame(ticker.lastTime))
