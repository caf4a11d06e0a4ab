import { describe, expect, test } from 'vitest'
import { clockText } from '../games/page/clock-text.ts'
import { leavesPage } from '../games/page/leaving.ts'
import { progressOf } from '../games/page/loading.ts'
import { type Ranked, Ranking, topOf } from '../games/page/ranking.ts'
import { shapeFor } from '../games/page/stage.ts'
import { ANY_HUE, changed, invitation, placeOf, readVisit, roomName } from '../games/page/visit.ts'
import { plainText } from '../games/plain-text.ts'
import { SHAPES } from '../games/platformer/picture/shapes.ts'
import { winnerText } from '../games/platformer/picture/words.ts'

test.each([
  ['  Ada ', 'Ada'],
  ['A\u0000d\u001ba\n', 'Ada'],
  ['\u202eAda\u200b\ufeff', 'Ada'],
  ['\u2028\u2029\u200d ', ''],
  ['Ada \ud83c', 'Ada'],
  // A family of three, joined, is kept; one that has no room goes whole.
  ['\u{1f469}\u200d\u{1f469}\u200d\u{1f466} Ada', '\u{1f469}\u200d\u{1f469}\u200d\u{1f466} Ada'],
  [`${'x'.repeat(15)}\u{1f3bf}`, 'x'.repeat(15)],
  [`${'x'.repeat(14)}\u{1f3bf}y`, `${'x'.repeat(14)}\u{1f3bf}`],
  [`${'x'.repeat(13)}\u{1f469}\u200d\u{1f466}`, `${'x'.repeat(13)}\u{1f469}`],
  ['山田太郎', '山田太郎'],
])('%j is shown as %j', (typed, seen) => {
  expect(plainText(typed, 16)).toBe(seen)
})

test('only a plain click on a link leaves the page', () => {
  const click = { button: 0, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  expect(leavesPage(click)).toBe(true)
  expect(leavesPage({ ...click, button: 1 })).toBe(false)
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    expect(leavesPage({ ...click, [key]: true }), key).toBe(false)
})

describe('the scoreboard', () => {
  type Player = Ranked & { coins: number }
  const coinsOf = (player: Player): number => player.coins
  const player = (id: number, coins: number, mine = false): Player => ({ id, mine, coins })
  const idsOf = (players: readonly Ranked[]): number[] => players.map(({ id }) => id)

  test('E4 has the most coins first, and moves nobody past an equal', () => {
    const [a, b, c] = [player(1, 2), player(2, 5), player(3, 2)]
    const ranking = new Ranking<Player>(coinsOf)
    expect(ranking.update([a, b, c])).toBe(true)
    expect(idsOf(ranking.order)).toEqual([2, 1, 3])
    c.coins = 3
    ranking.update([a, b, c])
    expect(idsOf(ranking.order)).toEqual([2, 3, 1])
    a.coins = 3
    ranking.update([a, b, c])
    expect(idsOf(ranking.order), 'who had three first stays above').toEqual([2, 3, 1])
    for (const each of [a, b, c]) each.coins = 0
    ranking.update([a, b, c])
    expect(idsOf(ranking.order), 'a new round keeps the order').toEqual([2, 3, 1])
  })

  test('E4 says when nothing has changed', () => {
    const players = [player(1, 2), player(2, 5)]
    const ranking = new Ranking<Player>(coinsOf)
    ranking.update(players)
    expect(ranking.update(players)).toBe(false)
    players.push(player(3, 0))
    expect(ranking.update(players)).toBe(true)
    players.shift()
    expect(ranking.update(players)).toBe(true)
    expect(idsOf(ranking.order)).toEqual([2, 3])
  })

  test('the same player as another object is shown by the new one', () => {
    const ranking = new Ranking<Player>(coinsOf)
    ranking.update([player(1, 2)])
    const again = player(1, 2)
    expect(ranking.update([again])).toBe(true)
    expect(ranking.order[0]).toBe(again)
  })

  test('the own player always has a row', () => {
    const order = [player(1, 9), player(2, 8), player(3, 7), player(4, 6, true)]
    expect(idsOf(topOf(order, 2))).toEqual([1, 4])
    expect(idsOf(topOf(order, 6))).toEqual([1, 2, 3, 4])
    expect(idsOf(topOf(order.slice(0, 3), 2))).toEqual([1, 2])
  })
})

test('the clock has minutes and two digits of seconds', () => {
  expect([90, 60, 59, 9, 0].map(clockText)).toEqual(['1:30', '1:00', '0:59', '0:09', '0:00'])
})

test.each([
  [{ winner: 'Ada', coins: 9, isOwn: false, taken: 9 }, 'Ada wins with 9 coins'],
  [{ winner: 'Ada', coins: 1, isOwn: false, taken: 2 }, 'Ada wins with 1 coin'],
  [{ winner: 'Ada', coins: 9, isOwn: true, taken: 20 }, 'You win with 9 coins'],
  [{ winner: 'Ada', coins: 0, isOwn: false, taken: 9 }, 'Ada wins'],
  [{ winner: '', coins: 0, isOwn: false, taken: 0 }, 'Nobody found a coin'],
  [{ winner: '', coins: 0, isOwn: false, taken: 4 }, 'The players who found coins have left'],
])('%j is told as %s', (winning, text) => {
  expect(winnerText(winning)).toBe(text)
})

test('E9 the bar begins at 0, ends at 1 and never goes back from stage to stage', () => {
  const all = (['starting', 'connecting', 'drawing'] as const).flatMap((stage) =>
    [0, 0.25, 0.5, 1, 7].map((share) => progressOf(stage, share)),
  )
  expect(all[0]).toBe(0)
  expect(all.at(-1)).toBe(1)
  expect(all).toEqual([...all].sort((a, b) => a - b))
})

describe('the shape of the picture', () => {
  test('is 16 to 9 in a window', () => {
    for (const [width, height] of [
      [1280, 720],
      [1400, 600],
      [600, 600],
      [0, 0],
    ] as const)
      expect(shapeFor(SHAPES, width, height)).toEqual({ width: 640, height: 360 })
  })

  test('fills a phone, whichever way it is held', () => {
    expect(shapeFor(SHAPES, 844, 390)).toEqual({ width: 779, height: 360 })
    expect(shapeFor(SHAPES, 390, 585)).toEqual({ width: 336, height: 504 })
  })

  test('has its limits', () => {
    expect(shapeFor(SHAPES, 900, 200).width).toBe(800)
    expect(shapeFor(SHAPES, 500, 400).width).toBe(640)
    expect(shapeFor(SHAPES, 390, 400).height).toBe(380)
    expect(shapeFor(SHAPES, 300, 2000).height).toBe(600)
  })
})

describe('the address of the page', () => {
  const saved = { name: 'Ada', hue: 200 }

  test('says room, name, colour and link; what it leaves out is as saved', () => {
    expect(readVisit('?room=den&name=%20Bo%20&hue=17&link=ordered', saved)).toEqual({
      room: 'den',
      name: 'Bo',
      hue: 17,
      link: 'ordered',
      isLocal: false,
    })
    const plain = { room: '', name: 'Ada', hue: 200, link: 'datagram', isLocal: false }
    expect(readVisit('', saved)).toEqual(plain)
    expect(readVisit('?local', saved)).toEqual({ ...plain, isLocal: true })
    expect(readVisit('?local=0', saved)).toEqual(plain)
  })

  test.each(['?hue=360', '?hue=-4', '?hue=red', '?hue=', '?hue=1e2', '?hue=3.5'])(
    'has no colour in %s',
    (search) => {
      expect(readVisit(search, { name: '', hue: ANY_HUE }).hue).toBe(ANY_HUE)
    },
  )

  test('says no more than the game takes', () => {
    const visit = readVisit(`?name=${'x'.repeat(99)}&room=${'y'.repeat(999)}`, saved)
    expect(visit.name).toHaveLength(16)
    expect(visit.room).toHaveLength(64)
  })

  test('has rooms that a link can name, whatever was typed', () => {
    const visit = readVisit(`?room=${'y'.repeat(63)}%F0%9F%8E%BF&name=%00%E2%80%AEBo%0A`, saved)
    expect(visit).toMatchObject({ room: 'y'.repeat(63), name: 'Bo' })
  })

  test('changes one word at a time, and invites without saying who does', () => {
    const href = 'http://localhost:3000/platformer/?room=den&name=Ada&link=datagram&local#invite'
    expect(changed(href, { name: undefined, local: undefined })).toBe(
      'http://localhost:3000/platformer/?room=den&link=datagram',
    )
    expect(invitation(href, 'den')).toBe('http://localhost:3000/platformer/?room=den')
    expect(invitation(href, '')).toBe('http://localhost:3000/platformer/')
    expect(invitation(href, 'a & b')).toBe('http://localhost:3000/platformer/?room=a+%26+b')
  })

  test('of a new room has six letters that can be read aloud', () => {
    expect(roomName(new Uint8Array([0, 255, 30, 31, 100, 7, 9, 9]))).toMatch(
      /^[a-hj-km-np-z2-9]{6}$/,
    )
    expect(roomName(new Uint8Array(8))).not.toBe(roomName(new Uint8Array(8).fill(1)))
  })

  test('names a place for each room and player, whatever they are called', () => {
    const visit = readVisit('?room=a&name=b', saved)
    const places = [
      visit,
      { ...visit, room: 'ab' },
      { ...visit, room: 'a,b', name: '' },
      { ...visit, hue: 3 },
    ].map((each) => placeOf('platformer', each))
    expect(new Set(places).size).toBe(4)
    expect(placeOf('platformer', { ...visit, link: 'datagram' }), 'another link, same place').toBe(
      places[0],
    )
  })
})
