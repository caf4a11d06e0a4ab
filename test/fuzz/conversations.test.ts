import { describe, expect, test } from 'vitest'
import { defineRoom } from '../../src/server/define-room.ts'
import { CONVERSATIONS_PER_ROOM, type Setting, settings } from './conversation-room.ts'
import { Conversations } from './conversations.ts'

const kinds = settings()

/** One room of each kind takes 200 conversations: here 40 of each. The long form is `npm run soak -- conversations`. */
test('hostile conversations throw nothing, leave nothing behind, and a witness does not feel them', async () => {
  const conversations = new Conversations(undefined, kinds)
  for (let room = 0; room < kinds.length; room++)
    await conversations.run(room * CONVERSATIONS_PER_ROOM, 40)
  const { tally } = conversations
  expect(tally.conversations).toBe(40 * kinds.length)
  // There was something that could have been felt, and most ways to go wrong were tried.
  expect(tally.corrections).toBeGreaterThan(5)
  const tried = 'left lost timeout version schema refused bad-packet unknown-packet'
  for (const reason of `${tried} oversized-packet second-hello forged-ack flood replaced`.split(
    ' ',
  ))
    expect(tally.ends[reason], reason).toBeGreaterThan(0)
  expect(tally.ends['came back']).toBeGreaterThan(20)
})

describe('a room that goes wrong', () => {
  const [kind] = kinds as [Setting]
  const { game, definition: rules } = kind.definition
  const gone = (changes: Partial<typeof rules>) => {
    const definition = defineRoom(game, { ...rules, ...changes })
    return new Conversations(undefined, [{ ...kind, definition }]).run(40, 8)
  }

  test('is told with the conversation that shows it alone', async () => {
    const failing = gone({
      leave() {
        throw new Error('nobody may leave')
      },
    })
    await expect(failing).rejects.toThrow(/^SEED=4\d COUNT=1: .*nobody may leave/)
  })

  test('counts as wrong as soon as the witness feels somebody else', async () => {
    const failing = gone({
      join(world, player) {
        for (const keeper of world.entities('keeper')) keeper.at.x += 1
        rules.join!(world, player)
      },
    })
    await expect(failing).rejects.toThrow(/corrections of the witness: \d+, without anybody else 0/)
  })
})
