// server.ts, one of several processes that share the rooms of the game
import { defineRoom, type LogEntry, serve } from 'glissade/node'
import { redisDirectory } from 'glissade/redis'
import { game } from './game.ts'

const room = defineRoom(game, {
  join: (world, player) =>
    world.spawn('dot', player, { x: 400, y: 300, hue: (player.id * 47) % 360 }),
})

/** Returns a setting, which systemd or Docker puts into the environment. */
function setting(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`the environment has no ${name}`)
  return value
}

/** Returns a log entry as one line of JSON. JSON has no errors, so their text has to be written in their place. */
function lineOf(entry: LogEntry): string {
  if (entry.event !== 'error') return JSON.stringify(entry)
  const { error } = entry
  return JSON.stringify({ ...entry, error: error instanceof Error ? error.stack : String(error) })
}

const url = setting('PUBLIC_URL')
const server = await serve(room, {
  host: process.env['HOST'],
  port: Number(setting('PORT')),
  files: 'dist',
  directory: redisDirectory({ url: setting('REDIS_URL') }),
  url,
  checkpointMs: 2000,
  origins: [new URL(url).origin],
  // nginx.conf and Caddyfile let X-Forwarded-For hold nothing but the address of the client.
  addressOf: ({ headers }) => String(headers['x-forwarded-for'] ?? ''),
  metrics: { token: setting('METRICS_TOKEN') },
  monitor: { token: setting('MONITOR_TOKEN') },
  onLog: (entry) => console.log(lineOf(entry)),
})
console.log(`dots at ${server.url}, for players at ${url}`)
