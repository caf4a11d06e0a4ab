import { connect } from 'glissade/client'
import { greeter } from './greeter.ts'
import { listening } from './late-listener.ts'

// A program that joins with Node's own WebSocket, listens 5 s later, and prints what it hears.
const session = await connect(greeter.game, process.argv[2]!, { room: 'undici' })
console.log(JSON.stringify(await listening(session, 5000)))
session.close()
