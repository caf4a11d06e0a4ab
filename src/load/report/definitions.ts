/** The meanings of the words in the report. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'snapshot gap':
    'The time between the arrivals of two snapshots at one client. While nothing changes in a room, the server leaves snapshots out. A gap that begins with a snapshot that says so does not count. At the end of the run, a gap that is still open counts as far as it has come.',
  'send interval': 'How far apart the snapshots of the game are: 1000 ms divided by its sendHz.',
  'input answered':
    'The time from the sending of an input to the arrival of the first snapshot whose state includes it. It contains the round trip of the network, the wait for the next step and the wait for the next snapshot.',
  'to join': 'The time from the opening of a connection until the server has let the client in.',
  'p50, p99':
    'Half of the times are longer than p50, and one in a hundred is longer than p99. Both are right to within 1 %. The longest time is exact.',
  bytes:
    'Packets as the engine makes them, sums over all clients divided by the number of connected clients. The heads of WebSocket frames, of TLS, of TCP and of IP come on top.',
  dropped:
    'A client whose session ended although the run went on. A client whose connection breaks tries to come back, as a page does; it counts as dropped only if it does not.',
  ramp: 'The time until all clients have joined or failed to. Except for the join times, figures over the whole run leave it out. Charts shade it.',
  'timers late':
    'How late timers of the generator fire. If it is large, the generator is too busy: it then reads packets late and sends inputs late, and its figures are no longer those of the server.',
  'CPU of the server':
    'What the page /metrics of the server says, if there is one with process_cpu_seconds_total. Behind a balancer, it is that of one process only.',
}
