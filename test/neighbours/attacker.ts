// One attacker: `attacker.ts KIND PORT SECONDS`. It begins when asked, and answers when it is over.
import { Attack } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { answerAll } from './process.ts'
import type { Counts } from './roles.ts'

const [kind = '', port, seconds] = process.argv.slice(2)
const run = ATTACKS[kind]
if (!run) throw new Error(`there is no attacker '${kind}'`)

answerAll({}, async (): Promise<Counts> => {
  const attack = new Attack(Number(port), Number(seconds))
  await run(attack)
  return attack.counts
})
