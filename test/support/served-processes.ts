import cluster from 'node:cluster'
import type { GlissadeError } from 'glissade'
import { serve } from 'glissade/node'
import { redisDirectory } from 'glissade/redis'
import { dots } from './dots.ts'

// A server in several processes, for process-group.ts: `served-processes.ts COUNT`. Each process writes what it does as lines of
// JSON. With FAULTY in the environment, those that run rooms end before they are ready. REDIS: the address of a directory.
const { pid } = process
const redis = process.env['REDIS']
const say = (line: object): void => console.log(JSON.stringify({ pid, ...line }))
if (!cluster.isPrimary && process.env['FAULTY']) process.exit(7)
try {
  const server = await serve(dots, {
    processes: Number(process.argv[2]),
    port: 0,
    directory: redis === undefined ? undefined : redisDirectory({ url: redis }),
    checkpointMs: Number(process.env['CHECKPOINT_MS'] ?? Infinity),
    maxPerAddress: Infinity,
    metrics: true,
    addressOf: ({ url, socket: { remoteAddress, remotePort } }) => {
      say({ did: 'request', url, from: `${remoteAddress}:${remotePort}` })
      return ''
    },
  })
  const { rooms, url } = server
  const fault = ({ code, message }: GlissadeError): string => `${code}: ${message}`
  if (cluster.isPrimary) say({ did: 'serve', url, why: await rooms.create().catch(fault) })
  else say({ did: 'run rooms', url })
} catch (error) {
  say({ did: 'reject', why: (error as Error).message })
  process.exitCode = 3
}
