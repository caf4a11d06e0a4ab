import { createServer } from 'node:http'
import { connect } from 'glissade/client'
import { connectWebSocket, defineRoom, serve } from 'glissade/node'
import { type InputOptions, rolldown } from 'rolldown'
import { FOR_PAGES } from '../../bench/size/bundle.ts'
import { platformerRoom } from '../../games/platformer/room.ts'
import { SERVER_ADDRESS } from './addresses.ts'
import { PeacefulBot } from './peaceful-bot.ts'
import { answerAll } from './program.ts'
import { timedPlatformer } from './timed-platformer.ts'

/** What the server is asked for: nothing but to start. */
export interface RecorderQuestion {
  readonly bots: number
}

/** Where pages reach it. */
export interface RecorderAnswer {
  readonly url: string
}

const FRAME_MS = 1000 / 60

async function bundlePage(): Promise<string> {
  const options: InputOptions = { ...FOR_PAGES, input: 'test/network/recorder-page.ts' }
  const build = await rolldown(options)
  const { output } = await build.generate({ format: 'es', codeSplitting: false })
  await build.close()
  return output[0].code
}

async function joinBot(url: string, seed: number): Promise<void> {
  const link = await connectWebSocket(`${url.replace('http', 'ws')}/glissade`)
  const session = await connect(timedPlatformer, link)
  const bot = new PeacefulBot(session, seed)
  setInterval(() => {
    bot.think()
    session.frame(performance.now())
  }, FRAME_MS)
}

// A room with bots on this machine, and a page that records what it sees of them.
answerAll<RecorderQuestion, RecorderAnswer>(async ({ bots }) => {
  const script = await bundlePage()
  const http = createServer((request, response) => {
    const isScript = request.url === '/recorder.js'
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' })
    response.end(
      isScript ? script : '<!doctype html><script type="module" src="/recorder.js"></script>',
    )
  })
  const room = defineRoom(timedPlatformer, {
    ...platformerRoom.definition,
    // A message goes back to its sender.
    onMessage: (world: { send(to: object, what: unknown): void }, what: unknown, by: object) =>
      world.send(by, what),
  } as never)
  await new Promise<void>((resolve) => http.listen(0, SERVER_ADDRESS, resolve))
  await serve(room, { server: http })
  const address = http.address() as { port: number }
  const url = `http://${SERVER_ADDRESS}:${address.port}`
  for (let i = 0; i < bots; i++) await joinBot(url, 100 + i)
  return { url }
})
