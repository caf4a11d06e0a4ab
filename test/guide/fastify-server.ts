import Fastify from 'fastify'
import { serve } from 'glissade/node'
import { room } from './trouble-server.ts'

const app = Fastify()
const game = await serve(room, { server: app.server })

app.addHook('onRequest', async (request, reply) => {
  if (game.watch(request.raw, reply.raw)) reply.hijack()
})
app.addHook('preClose', () => game.close())
app.get('/shop', async () => 'a shop')

await app.listen({ port: Number(process.env['PORT']) })

export const close = (): Promise<void> => app.close()
