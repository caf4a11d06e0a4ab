import { writeFileSync } from 'node:fs'
import { checkWritable } from '../score/command/files.ts'
import { Progress } from '../score/command/progress.ts'
import { tableText } from '../score/command/table.ts'
import type { Terminal } from '../score/command/terminal.ts'
import { commandText, WrongArguments } from '../score/command/words.ts'
import { readArguments } from './arguments.ts'
import { loadBot } from './bot-file.ts'
import { transportTo } from './crowd/transport.ts'
import { helpText } from './help.ts'
import { spreadOf } from './histogram.ts'
import { loadPage } from './page/page.ts'
import { loadTables } from './report/load-tables.ts'
import { formatLoadReport, type LoadReport, saturation } from './report/report.ts'
import { runLoad } from './run.ts'

/** The program that runs `glissade load`. */
export interface LoadHost extends Terminal {
  /** Ends the run early. What was measured until then is still printed. */
  readonly signal: AbortSignal
}

/**
 * Runs `glissade load`: plays on a server, prints the tables and writes the files that the user asked for. Returns the report,
 * or undefined if only the help was printed. Throws `WrongArguments` before anything is opened.
 */
export async function loadCommand(
  words: readonly string[],
  host: LoadHost,
): Promise<LoadReport | undefined> {
  const request = readArguments(words)
  if (!request) {
    host.print(helpText(host.command))
    return undefined
  }
  checkWritable('--report', request.reportFile)
  checkWritable('--json', request.jsonFile)
  const bot = await loadBot(request.botFile)
  await transportTo(request.url, request.link).catch((error: Error) => {
    throw new WrongArguments(`--link datagram needs the package node-datachannel: ${error.message}`)
  })

  const length = Math.ceil(request.rampSeconds + request.seconds)
  const progress = new Progress(host.progress, length, host.now())
  progress.show(0, 'connecting', host.now())
  const found = await runLoad(request, bot, {
    signal: host.signal,
    second: (findings, { now, gapMs }) => {
      const p99 = gapMs.total > 0 ? `, gap p99 ${Math.round(spreadOf(gapMs).p99)} ms` : ''
      const gone = now.ended > 0 ? `, ${now.ended} gone` : ''
      progress.show(
        Math.min(Math.round(findings.atSeconds), length),
        `${now.connected} connected${gone}${p99}`,
        host.now(),
      )
    },
  }).finally(() => progress.end())
  const report = {
    ...found,
    command: commandText(host.command, words, ['--report', '--json'], ['--bot']),
  }

  host.print(loadTables(report).map(tableText).join('\n'))
  const warning = saturation(report)
  if (warning !== '') host.note(warning)
  const write = (file: string | undefined, text: () => string): void => {
    if (file === undefined) return
    writeFileSync(file, text())
    host.print(`written: ${file}`)
  }
  write(request.jsonFile, () => formatLoadReport(report))
  write(request.reportFile, () => loadPage(report))
  return report
}
