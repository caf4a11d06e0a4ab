import { serve, connectWebSocket } from 'glissade/node'
import { Session } from 'glissade/client'
import { memoryDirectory, DirectoryStore } from 'glissade/server'
import { runner } from '../support/runner.ts'
import { realClock } from '../../src/net/real-clock.ts'
const store = new DirectoryStore(realClock as any)
const servers: any[] = []
for (let i = 0; i < 3; i++) servers.push(await serve([runner], { port: 0, directory: memoryDirectory(store), checkpointMs: 1000, maxPerAddress: Infinity }))
const open = (url: string) => connectWebSocket(url.endsWith('/glissade') ? url : url + '/glissade')
const sessions: any[] = []
for (let n = 0; n < 12; n++) {
  const home = servers[n % 3].url
  const s: any = new Session(runner.game, await open(home), realClock, { room: `r${n % 4}`, reopen: (to?: string) => open(to ?? home) } as any)
  s.onState((st: string) => console.log(n, st, Math.round(performance.now())))
  s.onClose((r: any, d: any) => console.log(n, 'closed', r, d))
  sessions.push(s)
}
setInterval(() => sessions.forEach((s) => s.frame(performance.now())), 16)
setTimeout(() => sessions.forEach((s) => s.input.right = true), 1000)
const show = () => console.log(servers.map((s) => [...s.rooms.entries()].map(([k, r]: any) => k + ':' + r.players.length + ':' + r.world.entities('body').map((b: any) => b.x)).join(' ')))
setTimeout(show, 2000)
setTimeout(async () => { console.log('drain'); console.log('stay', await servers[0].drain()); show() }, 2500)
setTimeout(() => { show(); console.log(sessions.map((s) => [s.state, s.stats.reconnects, s.stats.corrections, s.stats.gaps]).join(' | ')); process.exit() }, 4500)
