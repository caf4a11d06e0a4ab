import { createServer } from 'node:http'
import express from 'express'
import { serve } from 'glissade/node'
import { room } from './trouble-server.ts'

const app = express()
const http = createServer(app)
const game = await serve(room, { server: http })

app.use((request, response, next) => {
  if (!game.watch(request, response)) next()
})
app.get('/shop', (_, response) => void response.send('a shop'))

http.listen(Number(process.env['PORT']))

export async function close(): Promise<void> {
  await game.close()
  await new Promise((resolve) => http.close(resolve))
}
