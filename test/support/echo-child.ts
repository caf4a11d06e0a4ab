import type { Socket } from 'node:net'
import type { Handed } from '../../src/processes/member.ts'

// A process that sends back whatever a connection sends that it is handed, for front.test.ts. Ends with its parent.
process.on('message', ({ head }: Handed, socket: Socket | undefined) => {
  socket?.unshift(head)
  socket?.pipe(socket)
})
process.on('disconnect', () => process.exit())
