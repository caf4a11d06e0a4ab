/** A player's colour as panels, plots and lines show it. */
export const colour = (hue: number): string => `hsl(${hue}, 85%, 68%)`
