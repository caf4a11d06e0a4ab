/** A server that is measured, inside its process. */
export interface Served {
  readonly port: number
  /** What all of its processes have used. Default: what this one has. */
  used?(): Promise<Used>
  /** Opens this many more empty rooms, and keeps them. */
  openRooms(count: number): void | Promise<void>
  /** Puts this many more things into every room with clients: see `Thing`. */
  addThings(count: number, move: boolean): void
}

/** What a server has used so far. */
export interface Used {
  /** Time of the processor so far, of all threads and of the kernel on its behalf. */
  readonly cpuMs: number
  /** When that was. */
  readonly nowMs: number
  /** Steps of players so far. */
  readonly steps: number
}

/** The memory of a server after garbage collection, in bytes. */
export interface Held {
  /** Objects. */
  readonly heap: number
  /** Array buffers, and what else hangs on objects. */
  readonly external: number
  /** Of the whole process, resident. */
  readonly resident: number
}

/** What the process of a server is asked for. It answers each with `Used`, `Held`, or `{}` when it is done. */
export type Ask =
  | { readonly ask: 'used' | 'held' }
  | { readonly ask: 'rooms'; readonly count: number }
  | { readonly ask: 'things'; readonly count: number; readonly move: boolean }

/** What it says first. */
export interface Listening {
  readonly port: number
}
