import { describe, expect, test } from 'vitest'
import { failing, HOOKS, type Hook, MANNERS, type Manner, settled } from './failing-game.ts'

/** Two players who do nothing wrong, and a third whose doing arms the function that fails. */
async function play(hook: Hook, manner: Manner) {
  const { sim, armed, reports } = failing(hook, manner)
  const honest = [sim.join().session, sim.join().session]
  sim.run(500)
  const victim = sim.join().session
  sim.run(500)
  armed.is = true
  if (hook === 'leave') victim.close()
  if (hook === 'join') sim.join().session.joined.catch(() => {})
  if (hook === 'close') sim.room.close()
  victim.input.go = hook === 'move'
  victim.input.ring = hook === 'on'
  if (hook === 'onMessage') victim.send('hello')
  const { tick } = sim.room
  armedFrames(sim, armed, 1000)
  await settled()
  return { sim, honest, victim, reports, steps: sim.room.tick - tick }
}

/** Runs the room with the fault armed. What pages run of the game themselves is theirs. */
function armedFrames(
  sim: ReturnType<typeof failing>['sim'],
  armed: { isPage: boolean },
  ms: number,
): void {
  for (const client of sim.clients) {
    const { session } = client
    const frame = session.frame.bind(session)
    session.frame = (nowMs?: number) => {
      armed.isPage = true
      try {
        return frame(nowMs as never)
      } finally {
        armed.isPage = false
      }
    }
  }
  sim.run(ms)
}

const CASES = HOOKS.flatMap((hook) =>
  (Object.keys(MANNERS) as Manner[]).map((manner): [Hook, Manner] => [hook, manner]),
)

describe('a function of a game that fails', () => {
  test.each(CASES)(
    '%s that %s costs nobody else anything, and is reported with its place',
    async (hook, manner) => {
      const { sim, honest, reports, steps, victim } = await play(hook, manner)
      const isPromise = manner.startsWith('returns')
      expect(reports.length).toBeGreaterThan(0)
      const [{ error, where } = { error: null, where: null }] = reports
      expect(where).toMatchObject({ room: '', game: 'failing', hook })
      const text = isPromise && manner.endsWith('kept') ? 'nothing waits for it' : 'a bug'
      if (manner === 'throws nothing') expect(error).toBe(undefined)
      else expect(String(error)).toContain(text)
      if (['join', 'leave', 'on', 'onMessage', 'move', 'priority'].includes(hook))
        expect(where?.player).toBeGreaterThan(0)
      if (hook === 'close') return
      const closes = hook === 'update' && !isPromise
      expect(sim.room.isClosed).toBe(closes)
      if (closes) return
      expect(honest.map(({ state }) => state)).toEqual(['open', 'open'])
      expect(steps).toBe(30)
      const costsThePlayer = (hook === 'move' || hook === 'on') && !isPromise
      if (hook !== 'leave') expect(victim.state).toBe(costsThePlayer ? 'closed' : 'open')
      expect(sim.room.world.entities('man').length).toBe(sim.room.players.length)
      // Snapshots go on, and whole: nobody asked for anything anew.
      expect(sim.room.stats.resyncs).toBe(0)
    },
  )

  test('that is called in a loop is reported once a second', async () => {
    for (const hook of ['path', 'clamp', 'interest', 'priority'] as const) {
      const { reports } = await play(hook, 'throws an error')
      expect([hook, reports.length]).toEqual([hook, 1])
    }
  })

  test('leaves the player a snapshot in each network tick', async () => {
    const { honest } = await play('interest', 'throws an error')
    expect(honest[0]!.entities('man').length).toBe(3)
  })
})

test('a player who is away is given up after an error of the own `move`', () => {
  const { sim, armed, reports } = failing('move', 'throws an error')
  const stays = sim.join().session
  const goes = [sim.join(), sim.join()]
  sim.run(500)
  for (const { session } of goes) session.input.go = true
  sim.run(200)
  for (const client of goes) client.cut()
  sim.run(20)
  // Inputs that wait are still applied, and the room makes more of them after 2 s.
  armed.is = true
  sim.run(5000)
  expect([stays.state, sim.room.isClosed]).toEqual(['open', false])
  expect(sim.room.players.length + reports.length).toBe(3)
})
