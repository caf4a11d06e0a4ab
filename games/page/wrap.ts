/** A place on a line that begins again after `size`: from 0 to below `size`, also for places below 0. */
export const wrap = (at: number, size: number): number => ((at % size) + size) % size
