/** The meanings of the words in the tables, for the page and the document. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'displayed time':
    'Every entity carries the time of the server as one more coordinate, which grows by 1 ms per ms. A player treats this coordinate like any position, so the moment on display can be read from its picture.',
  delay: 'Time of the frame less displayed time, network included. Mean; p95 is the 95 % quantile.',
  rate: 'How fast the displayed time runs: 1 is right. rate p99 is the 99 % quantile of |rate - 1|.',
  frozen: 'Frames with a rate below 0.1.',
  stall:
    'Three or more frozen frames in a row. Each trace and movement has a longest stall (0 without any). Median stall is the median of these, and longest stall the maximum, in ms.',
  won: 'The number of pairs of a trace and a movement with the lower cost; traces won goes by the mean cost over the movements. A player that has shown nothing has no numbers, and has lost.',
  teleport:
    'A step of more than three times the largest true one nearby (within 100 ms, plus 2 units), or a rate above 2.5 or below -0.05.',
  fault:
    'A frame with a rate outside of 0.75 to 1.25 or with a teleport; frozen frames are among them.',
  cost: 'Mean delay + 20 ms for each per cent of faulty frames.',
  error:
    'Distance from where the entity truly was at the displayed time: root mean square, and p99, the 99 % quantile. Units of the game.',
  'now error':
    'Distance from where the entity truly is at the time of the frame: root mean square.',
  jump: 'The largest step from one frame to the next beyond the largest true one within 100 ms, in units of the game; the largest of all traces.',
  wrong:
    'A frame that is a fault, or has a visible error: over 6 units, 2 of boids and vehicles, or a jump of over 4.',
  staleness:
    'The mean distance from where the entity truly is at the time of the frame, over its mean speed. A right but late picture is as stale as its delay. Extrapolating to a wrong place makes the picture no fresher.',
  'error cost':
    'Staleness + 20 ms for each per cent of wrong frames: the cost with the position error priced in, so that blind extrapolation cannot win.',
  jerk: 'Root mean square of the third difference from frame to frame: that of the picture over that of the truth.',
  bound:
    'The least delay at 0.1 % faults, and the least cost, of a clairvoyant. The clairvoyant is an ideal player that knows all arrivals beforehand, shows only what has arrived, and runs at 0.75 to 1.25.',
  'start/steady': 'The cost of the first 10 s over that of all after the warm-up.',
  'datagram, ordered':
    'On datagram networks, a lost packet stays lost. On ordered ones (TCP, WebSocket), it is sent again while all packets behind it wait. Names of ordered traces end in /tcp.',
}
