import { connect } from 'glissade/client'
import { keys, sprites } from 'glissade/pixi'
import { Application, Container, Graphics, Text } from 'pixi.js'
import { BULLET_RADIUS, endOf, game, RADIUS, WALLS } from './arena.ts'

const element = (id: string) => document.getElementById(id)!
const name = new URLSearchParams(location.search).get('name') ?? prompt('Your name?') ?? ''
const app = new Application()
await app.init({ width: 800, height: 600, antialias: true, background: '#141a26' })
element('arena').prepend(app.canvas)
export const session = await connect(game, location.origin, { profile: { name } })
window.addEventListener('pagehide', () => session.close())
keys(session, { beam: ['Space'] })
const fighters = session.entities('fighter')

class Turret extends Container {
  readonly gun = new Graphics().roundRect(4, -4, RADIUS + 6, 8, 2).fill('#e8edf7')
  readonly bar = new Graphics().rect(-16, 20, 32, 4).fill('#7fe0a0')

  constructor({ mine, owner, name: text }: (typeof fighters)[number]) {
    super()
    const color = mine ? '#7fe0a0' : owner === null ? '#e07f8f' : '#7fb4ff'
    const body = new Graphics().circle(0, 0, RADIUS).fill(color).circle(0, 0, 6).fill('#141a26')
    const label = new Text({ text, anchor: 0.5, y: -28, style: { fontSize: 14, fill: '#cdd6e8' } })
    this.addChild(this.gun, body, this.bar, label)
  }
}

for (const [x, y, w, h] of WALLS)
  app.stage.addChild(new Graphics().roundRect(x - w, y - h, 2 * w, 2 * h, 4).fill('#54627e'))
sprites(app.stage, session, 'bullet', ({ mine }) =>
  new Graphics().circle(0, 0, BULLET_RADIUS).fill(mine ? '#ffe08a' : '#ff8f7a'),
)
sprites(
  app.stage,
  session,
  'fighter',
  (fighter) => new Turret(fighter),
  (turret, { aim, health, out }) => {
    turret.gun.rotation = aim
    turret.bar.scale.x = health / 100
    turret.alpha = out > 0 ? 0.35 : 1
  },
)

function flash(shape: Graphics): void {
  app.stage.addChild(shape)
  setTimeout(() => shape.destroy(), 150)
}
session.on('beam', ({ x, y, aim }) => {
  const end = endOf({ x, y }, aim)
  flash(new Graphics().moveTo(x, y).lineTo(end.x, end.y).stroke({ width: 3, color: '#ffe08a' }))
})
session.on('hit', ({ x, y }) => {
  flash(new Graphics({ x, y }).circle(0, 0, RADIUS + 6).stroke({ width: 4, color: '#ffffff' }))
})

let pointer = { offsetX: 400, offsetY: 300 }
app.canvas.addEventListener('pointermove', (event) => (pointer = event))
app.canvas.addEventListener('pointerdown', () => (session.input.fire = true))
window.addEventListener('pointerup', () => (session.input.fire = false))

const form = element('say') as HTMLFormElement
form.addEventListener('submit', (event) => {
  event.preventDefault()
  session.send('say', { text: String(new FormData(form).get('text')) })
  form.reset()
  element('text').blur()
})
session.onMessage('said', ({ name: who, text }) => element('said').prepend(`${who}: ${text}\n`))

app.ticker.add(({ lastTime }) => {
  const me = fighters.find(({ mine }) => mine)
  if (me) session.input.aim = Math.atan2(pointer.offsetY - me.y, pointer.offsetX - me.x)
  session.frame(lastTime)
  const best = [...fighters].sort((a, b) => b.score - a.score)
  element('scores').textContent = best.map((one) => `${one.score}  ${one.name}`).join('\n')
})
