import type { DirectoryTimes } from '../../src/directory/directory.ts'
import { DirectoryStore } from '../../src/directory/store.ts'
import { Calls } from '../../src/processes/calls.ts'
import { DirectoryHost } from '../../src/processes/directory-host.ts'
import { VirtualClock } from '../../src/testing/virtual-clock.ts'

// A process that keeps the data of directories, with virtual time, for ipc-directory.test.ts. Ends with its parent.
const clock = new VirtualClock()
let store = new DirectoryStore(clock)
let host = new DirectoryHost(store)
new Calls(process, {
  directory: (...args: Parameters<DirectoryHost['answer']>) => host.answer(...args),
  begin: (times: DirectoryTimes) => {
    store = new DirectoryStore(clock, times)
    host = new DirectoryHost(store)
  },
  lapse: (id: string) => {
    const process = store.process(id)
    if (process) process.leaseEndsMs = clock.nowMs()
  },
  pass: () => clock.advance(100),
  endHost: () => host.end(),
})
process.on('disconnect', () => process.exit())
