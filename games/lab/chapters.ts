/** The page's chapters, in their order. */
export const CHAPTERS = [
  {
    name: 'when',
    title: 'When to show',
    about:
      'Each lane gets the same packets, and decides which moment of the past to show. The dashed ring is the truth now: how far behind is the figure, and how evenly does it move?',
  },
  {
    name: 'where',
    title: 'Where it was',
    about:
      'Between two states, and after the newest one, the display has to guess where the figure is. Lower the send rate to 5 Hz, and watch where each lane leaves the true path.',
  },
  {
    name: 'smooth',
    title: 'Smooth the rest',
    about:
      'In each frame, the picture moves a part of the way to its target. That hides jumps, and it lags. Newer states reveal how wrong the picture was, so that the part can adjust itself.',
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
