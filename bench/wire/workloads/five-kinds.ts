import { angle, cos, flag, hermiteCurve, int, number, oneOf, sin, text, vec2 } from 'glissade'
import type { Actor, Cast, SceneKind, Step } from './cast.ts'
import { Chance } from './chance.ts'

const HZ = 60
const SIZE = 512
const HEROES = 20
const MONSTERS = 40
const CRATES = 30
const GRAVITY = 30
const MOODS = ['calm', 'hunts', 'flees'] as const

/** Heroes on smooth curves, monsters, shots, crates, and one board with a text; 60 steps a second. */
export const fiveKinds: SceneKind = {
  name: 'five kinds',
  stepHz: HZ,
  entities: {
    hero: {
      position: vec2({ max: SIZE, step: 1 / 64, curve: hermiteCurve(), velocity: 'velocity' }),
      velocity: vec2({ min: -32, max: 32, step: 1 / 32, curve: 'step' }),
      facesLeft: flag(),
      health: int({ max: 100 }),
    },
    monster: {
      x: number({ max: SIZE, step: 1 / 32 }),
      y: number({ max: SIZE, step: 1 / 32 }),
      heading: angle({ bits: 8 }),
      mood: oneOf(...MOODS),
    },
    shot: {
      x: number({ max: SIZE, step: 1 / 32 }),
      y: number({ max: SIZE, step: 1 / 32 }),
    },
    crate: {
      x: number({ max: SIZE, step: 1 / 32 }),
      y: number({ max: SIZE, step: 1 / 32 }),
      isOpen: flag(),
    },
    board: { line: text(60), points: int({ max: 9999 }) },
  },
  begin,
}

function begin(cast: Cast, seed: number): Step {
  const chance = new Chance(seed)
  const steps = [heroes(cast, chance), monsters(cast, chance), crates(cast, chance)]
  const board = cast.add('board', { line: 'a new round', points: 0 }).values
  return () => {
    for (const step of steps) step()
    if (!chance.is(1 / (3 * HZ))) return
    board.points = (board.points + 1 + chance.below(50)) % 10_000
    board.line = `hero ${chance.below(HEROES)} leads with ${board.points}`
  }
}

/** Run to and fro, jump, and shoot. */
function heroes(cast: Cast, chance: Chance): Step {
  const all = Array.from({ length: HEROES }, () => {
    return cast.add('hero', {
      position: { x: chance.from(0, SIZE), y: 0 },
      velocity: { x: 0, y: 0 },
      facesLeft: false as boolean,
      health: 100,
    }).values
  })
  const shots: { actor: Actor; values: { x: number; y: number }; vx: number; left: number }[] = []
  return () => {
    for (let i = shots.length - 1; i >= 0; i--) {
      const shot = shots[i]!
      shot.values.x += shot.vx / HZ
      if (--shot.left > 0 && shot.values.x >= 0 && shot.values.x <= SIZE) continue
      cast.remove(shot.actor)
      shots.splice(i, 1)
    }
    for (const hero of all) {
      const { position, velocity } = hero
      if (chance.is(1 / HZ)) velocity.x = chance.oneOf([-12, 0, 12])
      if (velocity.x !== 0) hero.facesLeft = velocity.x < 0
      if (position.y === 0 && chance.is(1 / (2 * HZ))) velocity.y = 16
      position.x += velocity.x / HZ
      position.y += velocity.y / HZ
      if (position.x < 0 || position.x > SIZE) {
        position.x = position.x < 0 ? 0 : SIZE
        velocity.x = -velocity.x
      }
      if (position.y > 0) velocity.y -= GRAVITY / HZ
      else {
        position.y = 0
        velocity.y = 0
      }
      if (chance.is(1 / (4 * HZ))) hero.health = hero.health > 10 ? hero.health - 10 : 100
      if (!chance.is(1.5 / HZ)) continue
      const values = { x: position.x, y: position.y }
      const vx = hero.facesLeft ? -80 : 80
      shots.push({ actor: cast.add('shot', values), values, vx, left: HZ })
    }
  }
}

/** Wander, each for a second or so in one direction, or wait. */
function monsters(cast: Cast, chance: Chance): Step {
  const all = Array.from({ length: MONSTERS }, () => {
    const values = {
      x: chance.from(0, SIZE),
      y: chance.from(0, SIZE),
      heading: chance.from(-Math.PI, Math.PI),
      mood: 'calm' as string,
    }
    return { values: cast.add('monster', values).values, speed: 0 }
  })
  return () => {
    for (const monster of all) {
      const { values } = monster
      if (chance.is(1 / HZ)) {
        values.heading = chance.from(-Math.PI, Math.PI)
        monster.speed = chance.oneOf([0, 4, 8])
      }
      if (chance.is(1 / (6 * HZ))) values.mood = chance.oneOf(MOODS)
      const x = values.x + (monster.speed * cos(values.heading)) / HZ
      const y = values.y + (monster.speed * sin(values.heading)) / HZ
      if (x >= 0 && x <= SIZE && y >= 0 && y <= SIZE) Object.assign(values, { x, y })
    }
  }
}

/** Stand still, are pushed now and then, and opened once in a while. */
function crates(cast: Cast, chance: Chance): Step {
  const all = Array.from({ length: CRATES }, () => {
    const values = { x: chance.from(0, SIZE), y: 0, isOpen: false }
    return { values: cast.add('crate', values).values, speed: 0 }
  })
  return () => {
    for (const crate of all) {
      const { values } = crate
      if (chance.is(1 / (8 * HZ))) crate.speed = chance.from(-10, 10)
      if (chance.is(1 / (30 * HZ))) values.isOpen = !values.isOpen
      crate.speed = Math.abs(crate.speed) < 0.5 ? 0 : crate.speed * 0.97
      values.x = Math.min(Math.max(values.x + crate.speed / HZ, 0), SIZE)
    }
  }
}
