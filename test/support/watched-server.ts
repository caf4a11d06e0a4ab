import { createRequire } from 'node:module'
import { serve } from 'glissade/node'
import { dots } from './dots.ts'

// Starts a server, with metrics if it is told so, and says what came of it: for `without-prom-client.test.ts`.
const metrics = process.argv[2] === 'metrics'
try {
  const server = await serve(dots, {
    port: 0,
    metrics,
    monitor: { token: 'a-token-for-operators' },
  })
  const status = async (path: string) => (await fetch(server.url + path)).status
  const statuses = [await status('/readyz'), await status('/monitor'), await status('/metrics')]
  const loaded = Object.keys(createRequire(import.meta.url).cache)
  console.log(
    JSON.stringify({ statuses, isLoaded: loaded.some((path) => path.includes('prom-client')) }),
  )
  await server.close()
} catch (error) {
  console.log(JSON.stringify({ message: (error as Error).message }))
}
process.exit()
