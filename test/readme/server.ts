// server.ts
import { serve } from 'glissade/node'
import { game } from './game.ts'

const server = await serve(game, { port: 3000, files: 'dist' })
console.log(`dots at ${server.url}`)
