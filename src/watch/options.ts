import type { LogEntry } from './log.ts'

/** The options of `serve` for those who watch a server. */
export interface WatchOptions {
  /**
   * Answers `/metrics` in the text format of Prometheus. Needs the package `prom-client`. `true`: only programs on this machine
   * may read, and no request that a proxy has passed on. With a `token` of at least 16 characters, everybody who sends it as
   * `Authorization: Bearer`. Default: none.
   */
  metrics?: boolean | { readonly token: string } | undefined
  /**
   * Serves the monitor page at `/monitor`. It shows rooms and players to everybody who has the `token` of at least 16
   * characters, who can also kick players and close rooms. Default: none.
   */
  monitor?: { readonly token: string } | undefined
  /**
   * Called for each entry of the server's log: rooms, players, refusals, slow rooms, errors. Never called in a tick. What it
   * throws goes to `onError`. With it, the defaults of `onError` (but for that) and `onSlow` write nothing. Default: nothing is
   * logged.
   */
  onLog?: ((entry: LogEntry) => void) | undefined
}
