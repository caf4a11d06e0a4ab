/** Seconds as minutes and seconds: 75 is 1:15. */
export function clockText(seconds: number): string {
  const rest = seconds % 60
  return `${Math.floor(seconds / 60)}:${rest < 10 ? '0' : ''}${rest}`
}
