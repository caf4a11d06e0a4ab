// What every JavaScript runtime has besides the language. The pure part of the engine may use nothing else.

declare class URL {
  static canParse(url: string | URL, base?: string | URL): boolean
  constructor(url: string | URL, base?: string | URL)
  readonly href: string
  pathname: string
  search: string
}

declare function queueMicrotask(callback: () => void): void
