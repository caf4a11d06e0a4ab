const KEYWORDS =
  'as|async|await|break|case|class|const|continue|default|else|export|extends|for|from|function|if|import|in|interface|' +
  'let|new|of|readonly|return|static|throw|true|false|type|typeof|undefined|null|void|while'

/** What is coloured, by the class that it gets: the first that fits at a place counts. */
const TYPESCRIPT =
  /(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)|(?<text>'[^'\n]*'|"[^"\n]*"|`[^`]*`)|(?<word>\bKEYWORDS\b)|(?<call>\b[A-Za-z_$][\w$]*(?=\())|(?<number>\b\d[\d_.]*\b)/
const SHELL = /(?<comment>(?<=^|\s)#[^\n]*)|(?<word>^(?:npm|cd|mkdir|npx|node|git)\b)/

const LANGUAGES: { readonly [name: string]: RegExp } = {
  ts: new RegExp(TYPESCRIPT.source.replace('KEYWORDS', `(?:${KEYWORDS})`), 'g'),
  sh: new RegExp(SHELL.source, 'gm'),
}

/** A text as HTML shows it. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/**
 * Code as HTML, in which comments, strings, keywords, calls and numbers are in a `span` whose class says which. Its text is
 * the code. `language` is `ts` or `sh`; any other is only escaped.
 */
export function coloured(code: string, language: string): string {
  const pattern = LANGUAGES[language]
  if (!pattern) return escaped(code)
  let html = ''
  let at = 0
  for (const match of code.matchAll(pattern)) {
    const [kind] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    html += `${escaped(code.slice(at, match.index))}<span class="${kind}">${escaped(match[0])}</span>`
    at = match.index + match[0].length
  }
  return html + escaped(code.slice(at))
}
