/** The oldest Node that everything here runs on; package.json says the same under engines. */
export const OLDEST_NODE = '20.19'

/**
 * Says in one line what is wrong with a Node version, or '' when it will do. Old syntax: see run.mjs.
 * @param {string} version as in process.versions.node
 * @returns {string}
 */
export function nodeFault(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE.split('.').map(Number)
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return ''
  return `Glissade needs Node ${OLDEST_NODE} or newer, and this is Node ${version}.`
}
