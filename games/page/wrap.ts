/** A place on a line that begins again after `size`: from 0 to below it, also for those before 0. */
export const wrap = (at: number, size: number): number => ((at % size) + size) % size
