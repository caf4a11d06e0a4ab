import { connect, roomsAt } from 'glissade/client'
import { connectWebSocket } from 'glissade/node'
import { afterEach, expect, test } from 'vitest'
import { game } from '../readme/game.ts'
import { endGroups, ProcessGroup } from '../support/process-group.ts'
import { atEnd, endAll } from './stage.ts'

afterEach(async () => {
  await endAll()
  await endGroups()
})

test('the processes of one port send a page to the one that has its room', async () => {
  const group = await ProcessGroup.start(2)
  expect(group.lines.find(({ did }) => did === 'serve')!.why).toBe(
    'misuse: rooms.create: the first process runs no rooms: call it in a process that does',
  )
  const rooms = roomsAt(`${group.url}/p/0/glissade`, game)
  const seats = []
  for (const map of ['a', 'b', 'c', 'd', 'a', 'b']) seats.push(await rooms.joinOrCreate({ map }))
  expect(seats.slice(4).map(({ room }) => room)).toEqual(seats.slice(0, 2).map(({ room }) => room))
  const paths = seats.slice(0, 4).map(({ address }) => new URL(address).pathname)
  const [first, second] = ['/p/0/glissade', '/p/1/glissade']
  expect(paths.sort()).toEqual([first, first, second, second])
  for (const { address, ...seat } of seats) {
    const session = await connect(game, await connectWebSocket(address), seat)
    atEnd(() => session.close())
    expect(session.resumeKey).toBe(seat.resume)
  }
})
