import { openBadNetwork } from './bad-network.ts'

// Opens a network with a program in it and says where they are. Whoever starts this ends it.
const network = await openBadNetwork()
const program = network.spawnIn('server', 'sleep', ['1000'], { stdio: 'ignore' })
console.log(JSON.stringify({ names: Object.values(network.namespaces), pid: program.pid }))
