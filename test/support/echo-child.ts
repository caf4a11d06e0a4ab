import type { Socket } from 'node:net'
import { Calls } from '../../src/processes/calls.ts'

// A process that sends back whatever a connection sends that it is handed, for front.test.ts. Ends with its parent.
new Calls(process, {
  connection: (head: Uint8Array, _isForAny: boolean, socket: Socket | undefined) => {
    socket?.unshift(head)
    socket?.pipe(socket)
  },
})
process.on('disconnect', () => process.exit())
