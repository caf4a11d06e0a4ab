/** What the pages remember in this browser. Storage may be switched off; then nothing is remembered. */
export function savedName(): string {
  return read('glissade.name')
}

/** Remembers a name for the next visit. */
export function saveName(name: string): void {
  write('glissade.name', name)
}

/** Whether the panel was open when the page was left; null when it was never touched. */
export function savedOpen(): boolean | null {
  const value = read('glissade.panel')
  return value === '' ? null : value === 'open'
}

/** Remembers whether the panel is open. */
export function saveOpen(isOpen: boolean): void {
  write('glissade.panel', isOpen ? 'open' : 'closed')
}

function read(key: string): string {
  try {
    return localStorage.getItem(key) ?? ''
  } catch {
    return ''
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Not remembered, then.
  }
}
