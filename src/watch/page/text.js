/** @param {number} bytes */
export function bytesText(bytes) {
  if (bytes < 1000) return `${Math.round(bytes)} B`
  const [value, unit] =
    bytes < 1e6 ? [bytes / 1e3, 'kB'] : bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${value.toFixed(value < 10 ? 1 : 0)} ${unit}`
}

/**
 * A rate; a dash while it is not known.
 * @param {number | null} bytesPerSecond
 */
export function rateText(bytesPerSecond) {
  return bytesPerSecond === null ? '–' : `${bytesText(bytesPerSecond)}/s`
}

/**
 * A time in milliseconds; a dash where it is not known.
 * @param {number | null} ms
 */
export function msText(ms) {
  if (ms === null) return '–'
  if (ms === 0) return '0 ms'
  return `${ms < 0.1 ? ms.toFixed(3) : ms < 10 ? ms.toFixed(2) : ms.toFixed(0)} ms`
}

/**
 * How long something has lasted, in its two largest units.
 * @param {number | null} ms
 */
export function ageText(ms) {
  if (ms === null) return '–'
  const seconds = Math.floor(ms / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes < 1) return `${seconds} s`
  if (hours < 1) return `${minutes} min ${seconds % 60} s`
  return hours < 48
    ? `${hours} h ${minutes % 60} min`
    : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** @param {number} share 1 is one processor */
export function percentText(share) {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

/**
 * What an error says, as a sentence.
 * @param {unknown} error
 */
export function messageOf(error) {
  const said = error instanceof Error ? error.message : String(error)
  return `${said.charAt(0).toUpperCase()}${said.slice(1)}.`
}
