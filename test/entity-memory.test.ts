import { describe, expect, test } from 'vitest'
import { onClient, onServer, thingsWith } from '../bench/cost/entity-memory.ts'
import { Entities } from '../src/server/world/entities.ts'
import { typedBytesOf } from './support/typed-bytes.ts'

/** Numbers of a thing: its fields, how often it was teleported, and its extrapolation code; in a history its tick too. */
const COLUMNS = 8 + 1
const ROW_BYTES = 4 * (COLUMNS + 1)
const HISTORY_ROW_BYTES = 4 * (COLUMNS + 2)
const SAMPLE_BYTES = 8 * (COLUMNS + 2)
/** How well it can be extrapolated, by its curve and by resting: shares and gaps, from up to 5 states back. */
const EXTRAPOLATION_BYTES = 2 * 8 * 2 * (5 + 1)
/** What it takes to move besides: 8 samples and the states of 4 steps; their times and what is told are plain arrays. */
const MOVING_BYTES = 8 * SAMPLE_BYTES + 4 * 4 * COLUMNS
/** What a room makes with its first entity: the fields and marks of 4, and the ticks of 16 slots. */
const FIRST_BYTES = 4 * (8 * 8 + 1) + 4 * 16
/** What a track has besides its samples: four times, both ends of the piece it shows, a picture, and what is eased. */
const PICTURE_BYTES = 8 * (4 + 4 * COLUMNS)

/** Rows made by a ring that doubles from 2 on until it has room for so many. */
const doubledTo = (rows: number): number => 2 * rows - 2

/** The rows that a client needs while it gets each update: of the baseline, of that one's own, and of one more. */
const CLIENT_ROWS_BYTES = doubledTo(4) * HISTORY_ROW_BYTES

const game = thingsWith(8)
// The first thing of a game makes what all of them share, in all rooms.
new Entities(game).spawn('thing', 0, {})

describe('D14 an entity with 8 fields takes no more numbers than it needs', () => {
  const server = (seconds: number, moves: boolean) => {
    const entities = new Entities(game)
    return typedBytesOf(() => onServer(entities, seconds, moves))
  }
  const client = (seconds: number, moves: boolean) =>
    typedBytesOf(() => onClient(game, seconds, moves))

  test('D14 at rest: one row with room for another, on either side', () => {
    const onServerBytes = FIRST_BYTES + ROW_BYTES + 2 * HISTORY_ROW_BYTES + EXTRAPOLATION_BYTES
    const onClientBytes = 2 * HISTORY_ROW_BYTES + 2 * SAMPLE_BYTES + PICTURE_BYTES
    for (const seconds of [1 / 60, 1, 60]) {
      expect(server(seconds, false)).toBe(onServerBytes)
      expect(client(seconds, false)).toBe(onClientBytes)
    }
    expect([onServerBytes, onClientBytes]).toEqual([420 + 224, 584])
  })

  test('D14 a bullet that flies for 1 s makes 32 rows on the server and samples on the client, counted with all it outgrew', () => {
    const rows = doubledTo(32)
    expect(server(1, true)).toBe(
      FIRST_BYTES + ROW_BYTES + rows * HISTORY_ROW_BYTES + EXTRAPOLATION_BYTES + MOVING_BYTES,
    )
    expect(client(1, true)).toBe(CLIENT_ROWS_BYTES + rows * SAMPLE_BYTES + PICTURE_BYTES)
  })

  test('D14 after 10 s of moving it has the rows of 128 ticks on the server, and never more', () => {
    const rows = doubledTo(128)
    for (const seconds of [10, 60]) {
      const bytes =
        FIRST_BYTES + ROW_BYTES + rows * HISTORY_ROW_BYTES + EXTRAPOLATION_BYTES + MOVING_BYTES
      expect(server(seconds, true)).toBe(bytes)
      const tracked = doubledTo(64) * SAMPLE_BYTES + PICTURE_BYTES
      expect(client(seconds, true)).toBe(CLIENT_ROWS_BYTES + tracked)
    }
    const { rows: held } = onServer(new Entities(game), 10, true).history
    expect(held.byteLength).toBe(128 * HISTORY_ROW_BYTES)
  })
})
