import type { Conditions } from 'glissade/client'

/** What the pages remember in this browser. Storage may be switched off; then nothing is remembered. */
export function savedName(): string {
  return read('name')
}

/** Remembers a name for the next visit. */
export function saveName(name: string): void {
  write('name', name)
}

/** The colour that was chosen, 0 to 359; 360 while none was. */
export function savedHue(): number {
  const hue = Number.parseInt(read('hue'), 10)
  return hue >= 0 && hue < 360 ? hue : 360
}

/** Remembers a colour for the next visit. */
export function saveHue(hue: number): void {
  write('hue', `${hue}`)
}

/** Whether the panel was open when the page was left; null when it was never touched. */
export function savedOpen(): boolean | null {
  const value = read('panel')
  return value === '' ? null : value === 'open'
}

/** Remembers whether the panel is open. */
export function saveOpen(isOpen: boolean): void {
  write('panel', isOpen ? 'open' : 'closed')
}

/** Whether sound was on when the page was left. Off in a browser that has never been here. */
export function savedSound(): boolean {
  return read('sound') === 'on'
}

/** Remembers whether sound is on. */
export function saveSound(isOn: boolean): void {
  write('sound', isOn ? 'on' : 'off')
}

/** The key with which this tab takes up its place in a room again after a reload; '' for none. */
export function savedResume(place: string): string {
  return read(`resume ${place}`, tab)
}

/** Remembers the key of a place for as long as the tab is open; '' forgets it. */
export function saveResume(place: string, key: string): void {
  write(`resume ${place}`, key, tab)
}

/** The network to pretend that was left for the page to be loaded next, once; undefined for none. */
export function takeConditions(): Conditions | undefined {
  const left = read('network', tab)
  write('network', '', tab)
  return left === '' ? undefined : (JSON.parse(left) as Conditions)
}

/** Leaves a network to pretend for the page that this tab loads next. */
export function leaveConditions(conditions: Conditions): void {
  write('network', JSON.stringify(conditions), tab)
}

const browser = (): Storage => localStorage
const tab = (): Storage => sessionStorage

// Where storage is switched off, naming it throws already.
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
    // Not remembered, then.
  }
}
