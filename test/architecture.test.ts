import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { allowanceOf, LAYER_NAMES, reachOf } from './layers.ts'
import { importsOf, ROOT, read, readSources, type SourceFile } from './source-file.ts'

const page = read('docs/ARCHITECTURE.md')
const sources = readSources('src').filter(({ path }) => !/\.(test|case)\.ts$/.test(path))
const isFile = (path: string): boolean => existsSync(join(ROOT, path))

/** The packages that some file of the engine imports. One of Node's own modules stands for all of them. */
const PACKAGES = [...new Set(sources.flatMap(packagesIn))].sort()

function packagesIn(file: SourceFile): string[] {
  const packages = importsOf(file).filter(({ target }) => target === null)
  return packages.map(({ from }) => (from.startsWith('node:') ? 'node:fs' : from))
}

/** The text below a heading, up to the next one of the same level. */
function chapter(heading: string): string {
  const [, text = ''] = page.split(`\n## ${heading}\n`)
  return text.split(/^## /m)[0] ?? ''
}

/** The sections of a chapter: the heading of each, and the text below it. */
function sections(heading: string): { readonly name: string; readonly text: string }[] {
  const parts = chapter(heading).split(/^### /m).slice(1)
  return parts.map((part) => {
    const [name = ''] = part.split('\n')
    return { name, text: part.slice(name.length) }
  })
}

describe('the files', () => {
  const folders = sections('The files').map(({ name, text }) => ({
    folder: name.replaceAll('`', ''),
    about: text.split(/^- /m)[0]?.trim() ?? '',
    lines: text
      .split(/^- /m)
      .slice(1)
      .map((line) => /^`([^`]+)`: (.+)\n*$/.exec(line)?.slice(1) ?? [line, '']),
  }))
  const named = folders.flatMap(({ lines }) => lines.map(([path = '']) => path))

  test('each has one line, and each line a file', () => {
    expect([...named].sort()).toEqual(sources.map(({ path }) => path).sort())
  })

  test.each(folders)('$folder has its files alone, and says what belongs there', (section) => {
    const { folder, about, lines } = section
    expect(lines.filter(([path = '']) => posix.dirname(path) !== folder)).toEqual([])
    expect(about).not.toBe('')
    expect(about.split('\n').length).toBeLessThanOrEqual(3)
  })

  const layered = folders.filter(({ folder }) => folder !== 'src')

  test.each(layered)('$folder may import what its text says', ({ folder, about }) => {
    const { layers, floors, packages } = allowanceOf(folder)
    const said = importsSaid(folder, about)
    const known = [...new Set([...PACKAGES, ...said.packages])]
    expect(said).toEqual({
      layers: [...layers].sort(),
      floors: floors && [...floors].sort(),
      packages: known.filter((name) => packages?.test(name)).sort(),
    })
  })

  // `glissade/score` does not count: the contenders in it are made of parts.
  test('a line ends in "(parts)" if its file is for `glissade/parts`, and no game uses it', () => {
    const reached = (name: string): string[] => [...reachOf(`src/${name}.ts`, sources, true)]
    const used = ['index', 'client', 'server', 'node', 'pixi', 'testing'].flatMap(reached)
    const forParts = reached('parts').filter((path) => !used.includes(path))
    const marked = folders.flatMap(({ lines }) =>
      lines.filter(([, words = '']) => words.endsWith(' (parts).')).map(([path = '']) => path),
    )
    expect(marked.sort()).toEqual(forParts.sort())
  })

  test('no line is longer than fifteen words', () => {
    const lines = folders.flatMap((section) => section.lines)
    expect(lines.filter(([, words = '']) => words.split(' ').length > 15)).toEqual([])
  })
})

/** What the text of a folder says that its files may import: the same as `allowanceOf`, with packages by their names. */
function importsSaid(
  folder: string,
  about: string,
): { layers: string[]; floors: string[] | null; packages: string[] } {
  const [, said = ''] = /This folder may import (.+)\.$/.exec(about.replaceAll('\n', ' ')) ?? []
  const [others = '', own] = said.split(
    /\. Within its layer, it may import|, but no other folder within its layer/,
  )
  // The folder `redis` and the package of this name are two things.
  const wanted = namesIn((/the package `[^`]+`/.exec(others) ?? [''])[0])
  const names = namesIn(others.replace(/the package `[^`]+`/, ''))
  const [, like] = /`([^`]+)` may\b/.exec(others) ?? []
  let layers = names.filter((name) => LAYER_NAMES.includes(name))
  const packages = names.filter((name) => !LAYER_NAMES.includes(name) && name !== like)
  packages.push(...wanted)
  if (others.includes("Node's own modules")) packages.push('node:fs')
  if (like !== undefined) layers = [...allowanceOf(`src/${like}`).layers]
  if (others.startsWith('every layer except')) {
    const left = [...layers, folder.split('/')[1]]
    layers = LAYER_NAMES.filter((name) => !left.includes(name))
  }
  const floors = own === undefined ? null : namesIn(own).sort()
  return { layers: layers.sort(), floors, packages: packages.sort() }
}

/** The words between backticks. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)
}

describe('the drivers', () => {
  const drivers = sections('The four drivers').map(({ name, text }) => {
    const [about = ''] = text.trim().split('\n')
    const [, functions = '', file = ''] = /^(.+?) in `([^`]+)`/.exec(about) ?? []
    return {
      name,
      file,
      functions: [...functions.matchAll(/`([^`]+)`/g)].map(([, found = '']) => found),
      calls: [...text.matchAll(/^\d+\. `([^`]+)` in `([^`]+)`: /gm)].map(
        ([, call = '', to = '']) => ({ call, to }),
      ),
    }
  })

  test('are four', () => {
    expect(drivers.length).toBe(4)
    for (const { calls } of drivers) expect(calls.length).toBeGreaterThan(4)
  })

  test.each(drivers)('$name: the calls stand in the code in this order', (driver) => {
    const { file, functions, calls } = driver
    const code = functions.map((name) => bodyOf(read(file), name)).join('\n')
    expect(callsIn(code, calls)).toEqual(calls.map(({ call }) => call))
  })

  test.each(drivers)('$name: the files that the calls go to have such a function', ({ calls }) => {
    const faults = calls.filter(({ call, to }) => {
      const name = call.slice(call.lastIndexOf('.') + 1)
      return (
        !isFile(to) || !new RegExp(`^ *(async |readonly )?#?${name}\\??[(:]`, 'm').test(read(to))
      )
    })
    expect(faults).toEqual([])
  })
})

test('every path on the page is there', () => {
  const paths = [...page.matchAll(/\b(?:src|test|docs|games)\/[\w./-]+\.(?:ts|md)\b/g)]
  expect(paths.length).toBeGreaterThan(300)
  expect(paths.map(([path]) => path).filter((path) => !isFile(path))).toEqual([])
})

/** The text of a method; '' when the class has none of that name. */
function bodyOf(code: string, method: string): string {
  const lines = code.split('\n')
  const first = lines.findIndex((line) => line.startsWith(`  ${method}(`))
  if (first < 0) return ''
  return lines.slice(first + 1, lines.indexOf('  }', first)).join('\n')
}

/** As many of the calls, from the first on, as stand in the code in this order. */
function callsIn(code: string, calls: readonly { readonly call: string }[]): string[] {
  let at = 0
  const found: string[] = []
  for (const { call } of calls) {
    const text = new RegExp(`(?<!\\w)${call.replaceAll('.', '\\.')}(\\?\\.)?\\(`, 'g')
    text.lastIndex = at
    if (!text.exec(code)) break
    at = text.lastIndex
    found.push(call)
  }
  return found
}

test('every path in the glossary is there, and every word has one', () => {
  const rows = [...read('docs/GLOSSARY.md').matchAll(/^\| (?!word|-)(.+?) \| (.+?) \| (.+?) \|$/gm)]
  expect(rows.length).toBeGreaterThan(30)
  for (const [, word, , files] of rows) {
    const paths = [...files!.matchAll(/`([^`]+)`/g)].map(([, path]) => path!)
    expect({ word, missing: paths.filter((path) => !isFile(path)) }).toEqual({ word, missing: [] })
    expect(paths.length).toBeGreaterThan(0)
  }
})
