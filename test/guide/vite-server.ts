import type { Server as HttpServer } from 'node:http'
import { type Server, serve } from 'glissade/node'
import type { Plugin } from 'vite'
import { room } from './trouble-server.ts'

/** For `plugins` of vite.config.ts: the game runs in Vite's own server while you develop. */
export function glissade(): Plugin {
  let game: Server
  return {
    name: 'glissade',
    async configureServer({ httpServer, middlewares }) {
      game = await serve(room, { server: httpServer as HttpServer })
      middlewares.use((request, response, next) => {
        if (!game.watch(request, response)) next()
      })
    },
    closeServer: () => game.close(),
  }
}
