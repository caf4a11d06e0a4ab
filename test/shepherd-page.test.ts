import { describe, expect, test } from 'vitest'
import { shapeFor } from '../games/page/stage.ts'
import { ANY_HUE, invitation } from '../games/page/visit.ts'
import { meadowPlaceOf, readMeadowVisit, roomOf } from '../games/shepherd/input/visit.ts'
import { SHAPES } from '../games/shepherd/picture/shapes.ts'
import { SIGHT } from '../games/shepherd/room.ts'

const saved = { name: 'Ada', hue: 200 }

describe('the address of the page', () => {
  test('says how many sheep there are, and whether somebody watches', () => {
    expect(readMeadowVisit('?boids=5000&watch=1&room=den&name=Bo', saved)).toEqual({
      room: 'den',
      name: 'Bo',
      hue: 200,
      link: 'datagram',
      isLocal: false,
      boids: 5000,
      watches: true,
    })
    const plain = readMeadowVisit('', { name: '', hue: ANY_HUE })
    expect([plain.boids, plain.watches]).toEqual([null, false])
    expect(readMeadowVisit('?watch', saved).watches).toBe(true)
    expect(readMeadowVisit('?watch=0', saved).watches).toBe(false)
  })

  test.each([
    ['?boids=5000', '5000-sheep'],
    ['?boids=5000&room=den', '5000-sheep-den'],
    ['?room=den', 'den'],
    ['', ''],
    ['?boids=3', '100-sheep'],
    ['?boids=999999', '8000-sheep'],
    ['?boids=many', ''],
    ['?boids=1e3', ''],
    ['?boids=-400&room=den', 'den'],
    [`?boids=8000&room=${'y'.repeat(64)}`, `8000-sheep-${'y'.repeat(53)}`],
  ])('%s leads to the room %j', (search, room) => {
    expect(roomOf(readMeadowVisit(search, saved))).toBe(room)
  })

  test('an invitation leads to the same flock, to herd it', () => {
    const href = 'http://localhost:3000/shepherd/?boids=5000&room=den&watch=1&name=Ada'
    expect(invitation(href, 'den')).toBe('http://localhost:3000/shepherd/?boids=5000&room=den')
  })

  test('who watches takes up another place again than who plays, and so does another flock', () => {
    const places = ['?room=den', '?room=den&watch=1', '?room=den&boids=500'].map((search) =>
      meadowPlaceOf('shepherd', readMeadowVisit(search, saved)),
    )
    expect(new Set(places).size).toBe(3)
  })
})

test('no shape of the picture shows more than a client is sent, as far as the camera lets its shepherd go', () => {
  // The camera's dead zone is a tenth of the picture across and an eighth of it down, from side to side.
  for (const [width, height] of [
    [1280, 720],
    [900, 300],
    [390, 844],
    [390, 2000],
  ] as const) {
    const shape = shapeFor(SHAPES, width, height)
    const across = shape.width * (0.5 + 0.05)
    const down = shape.height * (0.5 + 0.06)
    expect(Math.hypot(across, down)).toBeLessThan(SIGHT)
  }
})
