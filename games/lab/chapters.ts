/** The page's chapters, in their order. */
export const CHAPTERS = [
  {
    name: 'when',
    title: 'When to show',
    about:
      'States arrive at uneven intervals. Each lane gets the same packets, and decides which moment of the past to show. Look at the distance between the figure and the dashed ring, which marks the truth now, and at how evenly the figure moves.',
  },
  {
    name: 'where',
    title: 'Where it was',
    about:
      'Between two states, and after the newest one, nobody has told the display where the figure is. Lower the send rate to 5 Hz, and watch where each lane leaves the true path.',
  },
  {
    name: 'smooth',
    title: 'Smooth the rest',
    about:
      'A smoothing factor moves the picture a part of the way to its target in each frame. It hides jumps, and it lags. The error that it makes is known as soon as newer states arrive, so it can adjust itself.',
  },
  {
    name: 'timestep',
    title: 'Fix your timestep',
    about:
      'Four loops turn the time between frames into steps of a simulation. Watch which spring explodes, and which ball flies through the wall.',
  },
] as const

export type ChapterName = (typeof CHAPTERS)[number]['name']
/** A chapter whose lanes show the same packets. */
export type LaneChapter = Exclude<ChapterName, 'timestep'>
