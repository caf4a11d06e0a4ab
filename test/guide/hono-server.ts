import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { serve } from 'glissade/node'
import { Hono } from 'hono'
import { room } from './trouble-server.ts'

const app = new Hono()
app.get('/shop', (context) => context.text('a shop'))

const answer = getRequestListener(app.fetch)
const http = createServer((request, response) => {
  if (!game.watch(request, response)) answer(request, response)
})
const game = await serve(room, { server: http })

http.listen(Number(process.env['PORT']))

export async function close(): Promise<void> {
  await game.close()
  await new Promise((resolve) => http.close(resolve))
}
