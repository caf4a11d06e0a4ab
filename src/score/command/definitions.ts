/** What the words of the tables mean, for the page and the document. */
export const DEFINITIONS: Readonly<Record<string, string>> = {
  'displayed time':
    'Every entity carries the time of the server as one more coordinate, which grows by 1 ms per ms. What a player does to places it does to that, so the moment on display can be read from its picture.',
  delay: 'Time of the frame less displayed time, network included. Mean; p95 is the 95 % quantile.',
  rate: 'How fast the displayed time runs: 1 is right. rate p99 is the 99 % quantile of |rate - 1|.',
  frozen: 'Frames with a rate below 0.1.',
  stall:
    'Three or more frozen frames in a row. Of the longest one of each trace and movement (0 without any), median stall is the median and longest stall the maximum, in ms.',
  won: 'On how many pairs of a trace and a movement the cost is the lower one; traces won goes by the mean cost over the movements. Who has no numbers, having shown nothing, has lost.',
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
    'A frame that is a fault, or whose error is seen: over 6 units, 2 of boids and vehicles, or a jump of over 4.',
  staleness:
    'The mean distance from where the entity truly is at the time of the frame, over its mean speed. What is shown right but late is as stale as its delay; what is carried on to a wrong place is no fresher for it.',
  'error cost':
    'Staleness + 20 ms for each per cent of wrong frames: the cost with the position error priced in, so that carrying on blindly cannot win.',
  jerk: 'Root mean square of the third difference from frame to frame, what is shown over the truth.',
  bound:
    'A clairvoyant that knows all arrivals beforehand, shows only what has arrived, and runs at 0.75 to 1.25: its least delay at 0.1 % faults, and its least cost.',
  'start/steady': 'The cost of the first 10 s over that of all after the warm-up.',
  'datagram, ordered':
    'What is lost stays lost, or is sent again while all behind it waits (TCP, WebSocket). Traces of the second sort end in /tcp.',
}
