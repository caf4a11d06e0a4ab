// server.ts
import { defineRoom, serve } from 'glissade/node'
import { game } from './game.ts'

const room = defineRoom(game, {
  join: (world, player) =>
    world.spawn('dot', player, { x: 400, y: 300, hue: (player.id * 47) % 360 }),
})
const server = await serve(room, { port: 3000, files: 'dist' })
console.log(`dots at ${server.url}`)
