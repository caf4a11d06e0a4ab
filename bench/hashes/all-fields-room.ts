import { atan2, exp } from 'glissade'
import { defineRoom, type EventAudience, type PlayerOf, type WorldOf } from 'glissade/server'
import { allFields } from './all-fields.ts'
import { LIFTS, type profile, WIDTH } from './all-fields-kinds.ts'

type Place = WorldOf<typeof allFields>
type Visitor = PlayerOf<typeof allFields>

const DRONES = 6
/** How long a shot flies, in seconds. */
const SHOT_SECONDS = 1.5
const MOODS = ['', 'glad', 'très', 'sad'] as const

/** The game with the room's part: everything that the server alone does. */
export const allFieldsRoom = defineRoom(allFields, {
  open(world) {
    for (let index = 0; index < LIFTS.length; index++) world.spawn('lift', null, { index })
    for (let n = 0; n < DRONES; n++) addDrone(world, n)
  },
  join(world, player) {
    const { name, level, hue, isRed } = player.profile
    const x = 60 + ((player.id * 137) % (WIDTH - 120))
    const health = isRed ? 50 : 100 - level
    const walker = world.spawn('walker', player, { x, name, hue, health, secret: level })
    world.spawn('pet', player, { x, treats: level, friend: walker.id })
    world.spawn('banner', player, { x, words: name })
    world.emit('bell', { turn: hue, who: walker.id, isLoud: true })
  },
  leave(world, player) {
    world.emit('bell', { turn: -player.id, who: null, isLoud: false }, { to: 'all' })
  },
  on: {
    fired(world, { at, aim, power }, by) {
      const walker = by && walkerOf(world, by)
      const vx = (aim < 0 ? -1 : 1) * (60 + 15 * power)
      world.spawn('shot', null, { x: at.x, y: at.y + 12, vx, by: walker?.id ?? null })
    },
    hop(world, _hop, by) {
      const walker = by && walkerOf(world, by)
      if (walker) walker.secret = Math.floor(world.random() * 999)
    },
  },
  update(world, { tick, dtSeconds }) {
    // In an empty room nothing moves, so that a quiet room is played too.
    if (world.players.length === 0) return
    world.entities('drone').forEach((_, n) => {
      moveDrone(world, n, tick, dtSeconds)
    })
    moveShots(world, dtSeconds)
    for (const banner of world.entities('banner')) {
      banner.x = Math.min(Math.max(banner.x + (tick % 200 < 100 ? 1 : -1), 0), WIDTH)
      banner.waves = Math.floor(tick / 10) % 9999
    }
    if (tick % 20 === 0) tellNews(world, tick / 20)
    if (tick % 110 === 109) replacePet(world, tick)
    if (tick % 150 === 149) {
      const first = world.entities('drone')[0]
      if (first) world.despawn(first)
      addDrone(world, tick)
    }
  },
})

/** A pet runs away, and its player gets another one. */
function replacePet(world: Place, tick: number): void {
  const pets = world.entities('pet')
  const pet = pets[tick % pets.length]
  const player = world.players.find(({ id }) => id === pet?.owner)
  if (!pet || !player) return
  world.despawn(pet)
  const friend = world.get(pet.friend)?.id ?? null
  world.spawn('pet', player, { x: pet.x, treats: tick % 99, mood: world.roomId, friend })
}

function walkerOf(world: Place, { id }: Visitor) {
  return world.entities('walker').find(({ owner }) => owner === id)
}

function addDrone(world: Place, n: number): void {
  const at = { x: 100 + ((n * 113) % 600), y: 50 + ((n * 37) % 100) }
  world.spawn('drone', null, { at, speed: { x: 30, y: n % 9 }, lamps: n % 32 })
}

/** The last drone stands still, so that there is something at rest among what moves. */
function moveDrone(world: Place, n: number, tick: number, dtSeconds: number): void {
  const drone = world.entities('drone')[n]
  if (!drone || n === DRONES - 1) return
  const { at, speed, high, spin } = drone
  speed.x += (at.x > 400 ? -45 : 45) * dtSeconds
  speed.y += (at.y > 100 ? -60 : 30) * dtSeconds
  speed.x *= exp(-dtSeconds / 8)
  at.x += speed.x * dtSeconds
  at.y = Math.max(0, at.y + speed.y * dtSeconds)
  high.x += (at.x - 400) * 0.001
  high.y = (high.y + 7 * dtSeconds) % 50
  high.z = -high.y / 2
  spin.x += 0.9 * (n + 1) * dtSeconds
  spin.z -= 0.6 * spin.w * dtSeconds
  drone.dial = atan2(speed.y, speed.x)
  drone.free = (drone.free + 21 * dtSeconds) % 30
  if ((tick + 31 * n) % 170 !== 0) return
  at.x = 700 - at.x * 0.75
  world.teleport(drone)
}

function moveShots(world: Place, dtSeconds: number): void {
  for (const shot of world.entities('shot')) {
    shot.x += shot.vx * dtSeconds
    shot.y -= 6 * dtSeconds
    const met = world
      .entities('walker')
      .find(
        ({ id, x, y }) => id !== shot.by && Math.abs(x - shot.x) < 8 && Math.abs(y - shot.y) < 30,
      )
    if (met) {
      met.health = Math.max(0, met.health - 3)
      world.emit(
        'hit',
        { how: met.health > 50 ? 'soft' : 'hard', mask: shot.flown % 8 },
        { near: met },
      )
    }
    if (met || ++shot.flown * dtSeconds > SHOT_SECONDS) world.despawn(shot)
  }
}

/** What changes now and then: texts, references, and an event for each kind of audience in turn. */
function tellNews(world: Place, turn: number): void {
  const walkers = world.entities('walker')
  const drones = world.entities('drone')
  walkers.forEach((walker, n) => {
    walker.target = walkers[(n + turn) % walkers.length]?.id ?? null
    walker.health = Math.min(100, walker.health + 1)
    if ((turn + n) % 4 === 0) walker.motto = turn % 8 < 4 ? `turn ${turn}` : ''
    if (turn === 7) walker.name = `${walker.name}!`
  })
  world.entities('pet').forEach((pet, n) => {
    pet.mood = MOODS[(turn + n) % MOODS.length] ?? ''
  })
  world.entities('banner').forEach((banner, n) => {
    if ((turn + n) % 3 === 0) banner.words = `${banner.words}-`
    if ((turn + n) % 5 === 0) banner.note = `nö ${turn}`
  })
  drones.forEach((drone, n) => {
    if (n % 2 === turn % 2) drone.lamps = (drone.lamps * 5 + 1) & 31
    if (n === turn % DRONES) drone.target = walkers[0]?.id ?? null
  })
  const [first, second] = world.players
  const audiences: (EventAudience<typeof profile> | undefined)[] = [
    undefined,
    { to: 'all' },
    first && { to: first },
    first && second && { to: [second, first] },
    walkers[0] && { near: walkers[0] },
    { near: { x: 300, y: 20 } },
  ]
  const who = drones[turn % DRONES]?.id ?? null
  world.emit('bell', { turn: turn * 0.7, who, isLoud: turn % 2 === 0 }, audiences[turn % 6])
}
