import { DEFAULTS } from './arguments.ts'

/** The text that `--help` prints. */
export const helpText = (
  command: string,
): string => `${command} URL --bot FILE [options]: plays on a running server with many clients, and measures what they get

  URL               the server: http://, https://, ws:// or wss://; without a path it gets /glissade
  --bot FILE        the module that exports your game, and play(session, context) if there is a bot:
                    without one, clients send random inputs
  --clients N       how many clients (default: ${DEFAULTS.clients})
  --room-size N     clients in a room; the rooms are load-1, load-2, ... (default: ${DEFAULTS.roomSize})
  --ramp N          seconds over which the clients join (default: ${DEFAULTS.joinsPerSecond} clients a second)
  --seconds N       how long is measured after that (default: ${DEFAULTS.seconds})
  --fps N           display frames of each client per second (default: ${DEFAULTS.fps})
  --seed N          seed of the random inputs (default: ${DEFAULTS.seed})
  --link KIND       ordered: WebSockets; datagram: WebRTC data channels, which need the package
                    node-datachannel (default: ordered)
  --processes N     processes over which the clients are spread (default: ${DEFAULTS.processes})
  --report FILE     writes the report as one page that needs no network
  --json FILE       writes all figures as JSON
  --help            says this

The first Ctrl+C ends the run and prints what was measured until then. The exit code is 1 if a client could not join or was
dropped.`
