// What `#development` names in a page that is built for players: the names of `development.ts`, with nothing behind them.

export const isDevelopment: boolean = false

export function warnOnce(_key: string, _text: string): void {}

export function forgetWarnings(): void {}
