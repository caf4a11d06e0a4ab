import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmCommand, withoutMisleadingSettings } from './install.mjs'
import { Expected, say } from './say.mjs'

/**
 * No answer is no failure, so it is waited for once, and not for long. Without a network of its own npm would report that it has
 * found nothing, as if it had asked.
 */
const ARGUMENTS = [
  'audit',
  '--json',
  '--package-lock-only',
  '--offline=false',
  '--fetch-retries=0',
  '--fetch-timeout=15000',
]
const SEVERE = ['high', 'critical']

/**
 * What npm reports, as far as it is read.
 * @typedef {object} Report
 * @property {number} [auditReportVersion]
 * @property {Record<string, { severity: string, nodes: string[] }>} [vulnerabilities]
 * @property {number} [statusCode] what the registry answered instead of a report
 * @property {{ code?: string, summary?: string }} [error]
 */

/**
 * Asks the registry for known vulnerabilities of what the lockfile names, and says in a line what there is. Only severe ones in
 * what users of the package install count as a failure.
 * @param {string} root
 * @returns {Promise<number>} the exit code
 */
export async function audit(root) {
  /** @type {{ packages: Record<string, { dev?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const { line, code } = verdict(parsed(await reported(root)), packages)
  say(`audit: ${line}`)
  return code
}

/**
 * @param {Report} report
 * @param {Record<string, { dev?: boolean }>} packages those of the lockfile, by folder
 * @returns {{ line: string, code: number }}
 */
export function verdict({ auditReportVersion, vulnerabilities, statusCode, error }, packages) {
  if (auditReportVersion === undefined || vulnerabilities === undefined) {
    if (error === undefined || error.code) {
      throw new Expected(`glissade: npm audit failed: ${error?.summary ?? 'it gave no report'}`)
    }
    const why = statusCode === undefined ? 'none was reached' : `the answer was ${statusCode}`
    return { line: `no registry answers, so nothing was checked (${why}).`, code: 0 }
  }
  const all = Object.entries(vulnerabilities)
  if (all.length === 0) {
    const count = Object.keys(packages).filter((folder) => folder !== '').length
    return { line: `no known vulnerability in ${count} packages.`, code: 0 }
  }
  const severe = all.filter(
    ([, { severity, nodes }]) =>
      SEVERE.includes(severity) && nodes.some((folder) => packages[folder]?.dev !== true),
  )
  const names = all.map(([name, { severity }]) => `${name} (${severity})`).join(', ')
  return severe.length === 0
    ? { line: `nothing severe in what users install; known are ${names}.`, code: 0 }
    : {
        line: `severe in what users install: ${severe.map(([name]) => name).join(', ')}; known are ${names}.`,
        code: 1,
      }
}

/** @param {string} text @returns {Report} */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * What npm writes, whatever its exit code: that is 1 for every kind of trouble.
 * @param {string} root
 * @returns {Promise<string>}
 */
function reported(root) {
  const [program, ...first] = npmCommand(process.env)
  return new Promise((resolve, reject) => {
    const child = spawn(program, [...first, ...ARGUMENTS], {
      cwd: root,
      env: withoutMisleadingSettings(process.env),
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let text = ''
    child.stdout.setEncoding('utf8')
    child.stdout.on('data', (chunk) => {
      text += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(text))
  })
}
