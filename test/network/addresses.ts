/** Where a program in the server's namespace is reached from both namespaces of a bad network. `bad-network.sh` sets it. */
export const SERVER_ADDRESS = '10.99.0.1'

/** The port at which `datagram-server.ts` sends back what comes, over UDP and TCP. */
export const ECHO_PORT = 4000

/** The port at which `websocket-server.ts` sends back each message. */
export const WEBSOCKET_PORT = 4001
