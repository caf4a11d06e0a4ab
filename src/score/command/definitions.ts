/** The meanings of the words in the tables, for the page and the document. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'displayed time':
    "The server's time at which the displayed state of an entity was true. To make this time measurable, every entity has an additional coordinate that holds the server's time. A contender treats this coordinate like a position, so the scorer can read the displayed time from what the contender shows.",
  delay:
    'How far the display is behind the present: the time of the frame minus the displayed time. The delay includes that of the network. The tables show the mean delay, and the 95th percentile as p95.',
  rate: 'The speed at which the displayed time advances. The correct rate is 1. Rate p99 is the 99th percentile of |rate - 1|.',
  frozen: 'A frame is frozen if its rate is below 0.1.',
  stall:
    'A series of consecutive frozen frames. The scorer finds the longest stall of every combination of a trace and a movement, which is 0 ms if no frame is frozen. In the summary, the column "median stall" shows the median of these longest stalls, and the column "longest stall" shows their maximum. The HTML report also shows the number of stalls per minute, but counts only stalls of three or more frames.',
  won: 'The number of combinations of a trace and a movement for which the first of two contenders has the lower cost. The column "traces won" shows the number of traces on which the first contender has the lower mean cost over all movements. A contender that shows nothing has no cost, so it loses.',
  teleport:
    "A frame in which an entity leaps. This is the case if the entity's step from the previous frame is longer than 2 units plus three times the largest true step within 100 ms, or if the rate is above 2.5 or below -0.05.",
  fault:
    'A frame that shows nothing, contains a teleport, or has a rate below 0.75 or above 1.25. Every frozen frame is therefore a fault.',
  cost: 'The mean delay, plus 20 ms for each per cent of frames that are faults. A contender can reduce the delay at the expense of faults, or the faults at the expense of the delay, so the cost combines both.',
  error:
    'The distance between where an entity is shown and where it truly was at the displayed time, in units of the game. The tables show the root mean square (rms) of the error, and its 99th percentile (p99).',
  'now error':
    'The root mean square of the distance between where an entity is shown and where it truly is at the time of the frame, in units of the game. Unlike the error, the now error includes the effect of the delay.',
  jump: "The amount, in units of the game, by which an entity's step from one frame to the next exceeds the largest true step within 100 ms. The tables show the largest jump.",
  wrong:
    'A frame is wrong if it is a fault, has a visible error, or has a jump of over 4 units. An error is visible if it exceeds 6 units. For boids and vehicles, which move more smoothly, the threshold is 2 units.',
  staleness:
    "How old the display looks: the mean distance between where an entity is shown and where it truly is at the time of the frame, divided by the entity's true mean speed. If the display is late but otherwise correct, the staleness equals the delay. Extrapolation to a wrong position does not reduce the staleness.",
  'error cost':
    'The staleness, plus 20 ms for each per cent of wrong frames. Unlike the cost, which considers only delay and faults, the error cost also considers where entities are shown. A contender therefore cannot win by extrapolating blindly.',
  jerk: 'How unevenly the displayed entities move: the root mean square of the third differences of the displayed positions from frame to frame, divided by the same figure for the true positions.',
  bound:
    'The best result that is possible without extrapolation. It is the result of the clairvoyant, an ideal contender that knows all arrivals beforehand, shows only what has arrived, and runs at a rate of 0.75 to 1.25. The bound of the delay is the lowest delay that the clairvoyant can have with 0.1 % faults. The bound of the cost is the lowest cost that it can have.',
  'start/steady':
    'The cost over the first 10 s, counted from the first frame that shows anything, divided by the cost over all frames after the warm-up.',
  'datagram, ordered':
    'The two kinds of network. On datagram networks, a lost packet stays lost. On ordered networks (TCP, WebSocket), the sender transmits a lost packet again, and all packets behind it have to wait for it. The names of ordered traces end in /tcp.',
}
