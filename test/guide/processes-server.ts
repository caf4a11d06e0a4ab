import cluster from 'node:cluster'
import { serve } from 'glissade/node'
import { room } from './trouble-server.ts'

const port = Number(process.env['PORT'] ?? 3000)
const server = await serve(room, { port, processes: 2, metrics: true })
if (cluster.isPrimary) console.log(`${server.url}/ is open`)
