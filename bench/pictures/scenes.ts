import type { Page } from 'playwright-core'

/** A picture of a page for the landing page. */
export interface Picture {
  /** The name of the file, without its ending. */
  readonly name: string
  readonly path: string
  /** An expression that becomes true when the page shows what it is about. */
  readonly isReady: string
  /** What the picture shows: the first element that this selector finds. */
  readonly of: string
  /** What lies over it and is hidden for the picture. */
  readonly hides?: string
  /** The size of the window, in CSS pixels. */
  readonly size?: { readonly width: number; readonly height: number }
  /** How long the page goes on before the picture is taken. */
  readonly afterMs: number
  /** What somebody does in the page before that. */
  play?(page: Page): Promise<void>
}

const isPlaying = `document.body.classList.contains('playing')`

/** All pictures. The cards are in games/index.html. */
export const PICTURES: readonly Picture[] = [
  {
    name: 'shepherd',
    path: '/shepherd/?name=Ada&hue=30&room=picture',
    isReady: isPlaying,
    of: '#stage canvas',
    hides: '#hint, #hud, .panel, #invite-card, #name-card',
    afterMs: 2500,
    play: async (page) => {
      await page.keyboard.down('ArrowRight')
      await page.waitForTimeout(2500)
      await page.keyboard.up('ArrowRight')
    },
  },
  {
    name: 'cubes',
    path: '/cubes/?name=Ada&room=picture',
    isReady: isPlaying,
    of: 'canvas',
    hides: '#hint, #hud, .panel, #invite-card, #name-card',
    afterMs: 12_000,
  },
  {
    name: 'lab',
    path: '/lab/',
    isReady: `document.querySelectorAll('canvas').length > 0`,
    of: 'main',
    size: { width: 1280, height: 720 },
    afterMs: 15_000,
  },
  {
    name: 'duo',
    path: '/duo/',
    isReady: `document.getElementById('notice').hidden`,
    of: '#stage',
    size: { width: 900, height: 860 },
    afterMs: 6000,
  },
  {
    name: 'link',
    path: '/link/',
    isReady: 'window.yourLink !== undefined',
    of: 'main',
    size: { width: 1000, height: 690 },
    afterMs: 20_000,
  },
]
