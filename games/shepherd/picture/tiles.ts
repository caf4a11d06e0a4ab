import { HEIGHT, WIDTH } from '../rules/meadow.ts'

/** How much of the wood around the meadow can be seen, in units. */
export const BORDER = 90
/** Tiles of the ground, in units. */
export const TILE_WIDTH = 420
export const TILE_HEIGHT = 430
export const TILES_ACROSS: number = Math.ceil((WIDTH + BORDER * 2) / TILE_WIDTH)
const TILES_DOWN: number = Math.ceil((HEIGHT + BORDER * 2) / TILE_HEIGHT)
/** How many tiles the ground has. */
export const TILES: number = TILES_ACROSS * TILES_DOWN
