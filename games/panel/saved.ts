import type { Conditions } from 'glissade/client'

/** What the pages remember in this browser. If storage is switched off, they remember nothing. */
export function savedName(): string {
  return read('name')
}

/** Remembers a name for the next visit. */
export function saveName(name: string): void {
  write('name', name)
}

/** The chosen colour, 0 to 359, or 360 if none was chosen. */
export function savedHue(): number {
  const hue = Number.parseInt(read('hue'), 10)
  return hue >= 0 && hue < 360 ? hue : 360
}

/** Remembers a colour for the next visit. */
export function saveHue(hue: number): void {
  write('hue', `${hue}`)
}

/** Whether the panel was open when the page was left, or null if nobody ever touched it. */
export function savedOpen(): boolean | null {
  const value = read('panel')
  return value === '' ? null : value === 'open'
}

/** Remembers whether the panel is open. */
export function saveOpen(isOpen: boolean): void {
  write('panel', isOpen ? 'open' : 'closed')
}

/** Whether this browser has been asked for a name before. */
export function wasAskedForName(): boolean {
  return read('asked') !== ''
}

/** Remembers that this browser has been asked for a name. */
export function saveAskedForName(): void {
  write('asked', 'name')
}

/** The keys that were chosen for a game, as `saveKeys` got them, or '' for none. */
export function savedKeys(game: string): string {
  return read(`keys ${game}`)
}

/** Remembers the keys of a game; '' forgets them. */
export function saveKeys(game: string, keys: string): void {
  write(`keys ${game}`, keys)
}

/** Whether sound was on when the page was left. Off in a browser that has never been here. */
export function savedSound(): boolean {
  return read('sound') === 'on'
}

/** Remembers whether sound is on. */
export function saveSound(isOn: boolean): void {
  write('sound', isOn ? 'on' : 'off')
}

/** What the lessons of a game have taught in this browser. */
export function savedLessons(game: string): readonly string[] {
  return read(`lessons ${game}`).split(' ')
}

/** Remembers what the lessons of a game have taught. */
export function saveLessons(game: string, learnt: readonly string[]): void {
  write(`lessons ${game}`, learnt.join(' '))
}

/** The key with which this tab takes up its place in a room again after a reload, or '' for none. */
export function savedResume(place: string): string {
  return read(`resume ${place}`, tab)
}

/** Remembers the key of a place for as long as the tab is open; '' forgets it. */
export function saveResume(place: string, key: string): void {
  write(`resume ${place}`, key, tab)
}

/** The simulated network that was left for the page that this tab loads next, once, or undefined for none. */
export function takeConditions(): Conditions | undefined {
  const left = read('network', tab)
  write('network', '', tab)
  return left === '' ? undefined : (JSON.parse(left) as Conditions)
}

/** Leaves a simulated network for the page that this tab loads next. */
export function leaveConditions(conditions: Conditions): void {
  write('network', JSON.stringify(conditions), tab)
}

const browser = (): Storage => localStorage
const tab = (): Storage => sessionStorage

// Where storage is switched off, even naming it throws.
function read(key: string, storage = browser): string {
  try {
    return storage().getItem(`glissade.${key}`) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, value: string, storage = browser): void {
  try {
    if (value === '') storage().removeItem(`glissade.${key}`)
    else storage().setItem(`glissade.${key}`, value)
  } catch {
    // It is then not remembered.
  }
}
