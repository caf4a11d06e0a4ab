import type { Session } from 'glissade/client'
import { Camera, letterbox, sprites } from 'glissade/pixi'
import { type Application, Container } from 'pixi.js'
import { Decor } from './decor.ts'
import { Figure } from './figure.ts'
import type { platformer } from './game.ts'
import { Ground } from './ground.ts'
import { HEIGHT, START, WIDTH } from './level.ts'
import { Scenery } from './scenery.ts'
import { Snow } from './snow.ts'

/** The picture's size in the level's pixels; the window shows it as large as it can. */
const SCREEN_WIDTH = 640
const SCREEN_HEIGHT = 360

/** Draws the game into `app` from now on: the scene, everybody in it, and a camera on the own player. */
export function show(app: Application, session: Session<typeof platformer>): void {
  const scenery = new Scenery(SCREEN_WIDTH, SCREEN_HEIGHT, WIDTH - SCREEN_WIDTH)
  const ground = new Ground()
  const decor = new Decor()
  const snow = new Snow(SCREEN_WIDTH, SCREEN_HEIGHT)
  const figures = new Container({ sortableChildren: true })
  const world = new Container()
  world.addChild(ground.root, decor.root, figures, snow.grains)
  const scene = new Container()
  scene.addChild(scenery.root, world, snow.flakes)
  app.stage.addChild(scene)
  letterbox(app, scene, SCREEN_WIDTH, SCREEN_HEIGHT)

  sprites(
    figures,
    session,
    'pip',
    (pip) => new Figure(pip),
    (figure, pip, dtSeconds) => figure.show(pip, dtSeconds),
  )
  session.on('puff', (puff) => snow.puff(puff.x, puff.y, puff.strength))

  const camera = new Camera({
    width: SCREEN_WIDTH,
    height: SCREEN_HEIGHT,
    worldWidth: WIDTH,
    worldHeight: HEIGHT,
    deadWidth: 90,
    deadHeight: 70,
  })
  camera.snap(START.x, START.y)
  const pips = session.entities('pip')
  session.onFrame((dtSeconds) => {
    for (let i = 0; i < pips.length; i++) {
      const pip = pips[i]
      if (pip?.mine) camera.follow(pip.x, pip.y - 30, dtSeconds)
    }
    world.position.set(-camera.x, -camera.y)
    scenery.look(camera.x, camera.y)
    ground.look(camera.x, SCREEN_WIDTH)
    decor.sway(dtSeconds)
    snow.drift(camera.x, camera.y, dtSeconds)
  })
}
