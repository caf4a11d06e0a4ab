// A scene that is measured, in a process of its own: `stand.ts SCENE COUNT LOOK`. Goes over its steps once for every
// message, and answers with what each of them took, in ns.
import { type Look, lookAround } from '../../games/shepherd/rules/flock-look.ts'
import { lookAtAll } from './all-pairs.ts'
import type { Case } from './least.ts'
import { lookOnce } from './pairs-once.ts'
import { grazing, penned, type Scene, spread } from './scene.ts'

/** A pass goes over so many steps. */
const STEPS = 10

const LOOKS: Record<Case['look'], Look> = { grid: lookAround, all: lookAtAll, once: lookOnce }
const SCENES: Record<Case['scene'], (count: number, look: Look) => Scene> = {
  spread,
  grazing: (_, look) => grazing(look),
  penned: (_, look) => penned(look),
}

const [name, count, look] = process.argv.slice(2)
const scene = SCENES[name as Case['scene']](Number(count), LOOKS[look as Case['look']])

process.on('message', () => {
  scene.begin()
  const ns: number[] = []
  for (let n = 0; n < STEPS; n++) {
    scene.prepare()
    const started = process.hrtime.bigint()
    scene.step()
    ns.push(Number(process.hrtime.bigint() - started))
  }
  process.send!(ns)
})
process.on('disconnect', () => process.exit())
