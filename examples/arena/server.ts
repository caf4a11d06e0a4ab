import { serve } from 'glissade/node'
import { room } from './room.ts'

const server = await serve(room, { port: 3000, files: 'dist' })
console.log(`arena at ${server.url}`)
