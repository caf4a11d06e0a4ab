/** Colours of a summer meadow, in one place so that they stay in tune. */

/** Grass by how lush it is, and grass that the sun has dried. Red, green, blue from 0 to 255. */
export const GRASS_DEEP: Rgb = [74, 128, 72]
export const GRASS: Rgb = [104, 157, 74]
export const GRASS_LIT: Rgb = [146, 186, 86]
export const GRASS_DRY: Rgb = [190, 190, 98]
export const CLOVER: Rgb = [72, 142, 88]
export const EARTH: Rgb = [193, 160, 108]
export const MUD: Rgb = [112, 86, 66]
export const STRAW: Rgb = [224, 192, 110]
export const SHORE: Rgb = [196, 178, 124]
/** The ground of the wood around the meadow. */
export const WOOD_FLOOR: Rgb = [52, 88, 66]

/** Red, green and blue, from 0 to 255. */
export type Rgb = readonly [number, number, number]

export const BLADES_DARK: readonly string[] = ['#4f8748', '#45794a', '#5a9350']
export const BLADES_LIT: readonly string[] = ['#8fbd59', '#a3c963', '#7fb054', '#b9cf70']
export const BLADES_DRY: readonly string[] = ['#c9c474', '#b3b062', '#d8d28a']
export const CLOVER_LEAVES: readonly string[] = ['#5fae66', '#4c9a5c', '#79bf74', '#3f8754']
export const STRAWS: readonly string[] = ['#f2dc95', '#c99f52', '#e6c877', '#b08842']
export const PEBBLES: readonly string[] = ['#d9c193', '#a98a5c', '#e4d3aa', '#8f744d']
export const MUD_DARK = '#5d4636'
export const MUD_LIT = '#8d6f55'
export const PUDDLE = '#8fa6ad'

export const WATER_DEEP = '#3b7ea3'
export const WATER = '#58a3bd'
export const WATER_SHALLOW = '#8ccac9'
export const FOAM = '#e3f4ee'
export const LILY = '#5f9f58'
export const LILY_DARK = '#437a4b'
export const REED = '#6f9a4a'
export const REED_DARK = '#4d7440'
export const REED_HEAD = '#7a4f35'

export const LEAF_DARK = '#2c5a48'
export const LEAF = '#417d4c'
export const LEAF_LIT = '#69a354'
export const LEAF_SUN = '#9cc766'
export const BARK = '#7d5a45'
export const BARK_DARK = '#553c34'
export const STONE = '#a3a5a8'
export const STONE_LIT = '#cfcfca'
export const STONE_DARK = '#73777f'

export const WOOD = '#a57a55'
export const WOOD_LIT = '#cfa678'
export const WOOD_DARK = '#6d4c3a'
/** The outline of everything that stands: the night blue of the brand, warmed. */
export const INK = '#2b2438'
export const PAPER = '#fdf6e3'

export const HEART = '#f0698a'
export const GOLD = '#ffce54'
export const PETALS: readonly string[] = ['#fff7f0', '#ffd84f', '#f28a9e', '#8fa8f0', '#e9574f']
export const BUTTERFLIES: readonly string[] = ['#fff3c9', '#ffb25e', '#9cc4ff']
/** The flags of the pens, in their order. */
export const PEN_COLOURS: readonly string[] = ['#e2564d', '#4f8fe0', '#ffce54']
