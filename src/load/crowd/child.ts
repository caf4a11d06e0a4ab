// A process with clients, which `startCrowds` starts. It answers each message as `Ask` says, and ends with its parent.
import { loadBot } from '../bot-file.ts'
import { Crowd } from './crowd.ts'
import type { Answer, Ask } from './messages.ts'

let crowd: Crowd | undefined

process.on('message', async (asked: Ask) => {
  try {
    tell(await answerTo(asked))
  } catch (error) {
    tell({ fault: (error as Error).message })
  }
})
process.on('disconnect', () => process.exit())
// Ctrl+C reaches all processes of a terminal. The parent decides when this one ends.
process.on('SIGINT', () => {})

async function answerTo(asked: Ask): Promise<Answer> {
  if (asked.ask === 'start')
    crowd = new Crowd(await loadBot(asked.botFile), asked.plan, asked.share)
  if (asked.ask === 'take' && crowd) return { tally: crowd.take(asked.isLast) }
  if (asked.ask === 'stop') crowd?.stop()
  return {}
}

function tell(answer: Answer): void {
  process.send?.(answer)
}
