/** The meanings of the words in the tables, for the page and the document. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'displayed time':
    "The moment of the server's time at which the displayed state of an entity was true. To make it measurable, every entity carries the server's time as one more coordinate, which grows by 1 ms per ms. A contender treats this coordinate like any position, so the scorer can read the displayed time from what the contender shows.",
  delay:
    'How far the picture is behind the present: the time of the frame minus the displayed time. It includes the delay of the network. The tables show its mean, and p95 is its 95 % quantile.',
  rate: 'The speed at which the displayed time runs. A rate of 1 is correct. Rate p99 is the 99 % quantile of |rate - 1|.',
  frozen: 'A frame with a rate below 0.1.',
  stall:
    'A sequence of frozen frames. Every pair of a trace and a movement has a longest stall, which is 0 ms if no frame is frozen. In the summary, median stall is the median of these longest stalls, and longest stall is their maximum. The HTML report also shows the number of stalls per minute, but counts only stalls of three or more frames.',
  won: 'The number of pairs of a trace and a movement for which the first of two contenders has the lower cost. Traces won is the number of traces on which the first contender has the lower mean cost over the movements. A contender that shows nothing has no cost, so it loses.',
  teleport:
    'A frame in which an entity leaps: its step is longer than 2 units plus three times the largest true step within 100 ms, or its rate is above 2.5 or below -0.05.',
  fault:
    'A frame that shows nothing, contains a teleport, or has a rate outside 0.75 to 1.25. Every frozen frame is therefore a fault.',
  cost: 'The mean delay plus 20 ms for each per cent of faulty frames. A contender can lower one of the two at the expense of the other, so the cost combines them.',
  error:
    'The distance between where an entity is shown and where it truly was at the displayed time, in units of the game. The tables show its root mean square (rms) and its 99 % quantile (p99).',
  'now error':
    'The root mean square of the distance between where an entity is shown and where it truly is at the time of the frame, in units of the game. Unlike the error, the now error includes the effect of the delay.',
  jump: "The amount by which an entity's step from one frame to the next exceeds the largest true step within 100 ms, in units of the game. The tables show the largest jump.",
  wrong:
    'A frame that is a fault, has a visible error, or has a jump of over 4 units. An error is visible if it exceeds 6 units, or 2 units for boids and vehicles, which move more smoothly.',
  staleness:
    "How old the picture looks: the mean distance between where an entity is shown and where it truly is at the time of the frame, divided by the entity's true mean speed. The staleness of a correct but late picture equals its delay. Extrapolation to a wrong place does not make the picture fresher.",
  'error cost':
    'The staleness plus 20 ms for each per cent of wrong frames. Unlike the cost, the error cost includes the position error, so blind extrapolation cannot win.',
  jerk: 'How unevenly the picture moves: the root mean square of the third differences of the displayed positions from frame to frame, divided by the same figure for the true positions.',
  bound:
    "The best result that is possible without extrapolation. It is the result of the clairvoyant, an ideal contender that knows all arrivals beforehand, shows only what has arrived, and runs at a rate of 0.75 to 1.25. The bound of the delay is the clairvoyant's least delay at 0.1 % faults. The bound of the cost is the clairvoyant's least cost.",
  'start/steady':
    'The cost of the 10 s from the first frame that shows anything, divided by the cost of all frames after the warm-up.',
  'datagram, ordered':
    'The two kinds of network. On datagram networks, a lost packet stays lost. On ordered networks (TCP, WebSocket), the sender repeats a lost packet while all packets behind it wait. The names of ordered traces end in /tcp.',
}
