import cluster from 'node:cluster'
import type { GlissadeError } from 'glissade'
import { serve } from 'glissade/node'
import { redisDirectory } from 'glissade/redis'
import { dots } from './dots.ts'

// A server in several processes, for process-group.ts: `served-processes.ts COUNT`. Each process writes what it does as lines of
// JSON. With FAULTY in the environment, those that run rooms end before they are ready; if it is the name of an option of
// `serve`, because of a wrong value of that option. SECOND: another call of `serve` follows. REDIS: the address of a
// directory.
const { pid } = process
const redis = process.env['REDIS']
const say = (line: object): void => console.log(JSON.stringify({ pid, ...line }))
const faulty = cluster.isPrimary ? undefined : process.env['FAULTY']
if (faulty === '1') process.exit(7)
try {
  const processes = Number(process.argv[2])
  const server = await serve(dots, {
    processes,
    port: 0,
    directory: redis === undefined ? undefined : redisDirectory({ url: redis, timeoutMs: 60_000 }),
    checkpointMs: Number(process.env['CHECKPOINT_MS'] ?? Infinity),
    maxPerAddress: Infinity,
    metrics: true,
    onSlow: () => {},
    addressOf: ({ url, socket: { remoteAddress, remotePort } }) => {
      say({ did: 'request', url, from: `${remoteAddress}:${remotePort}` })
      return ''
    },
    ...(faulty === undefined ? {} : { [faulty]: -1 }),
  })
  const { rooms, url } = server
  const fault = ({ code, message }: GlissadeError): string => `${code}: ${message}`
  if (cluster.isPrimary) say({ did: 'serve', url, why: await rooms.create().catch(fault) })
  else say({ did: 'run rooms', url })
  if (cluster.isPrimary && process.env['SECOND']) await serve(dots, { processes, port: 0 })
} catch (error) {
  say({ did: 'reject', why: (error as Error).message })
  process.exitCode = 3
}
