import { register } from 'node:module'

// Makes a process one in which the package prom-client is not installed.
const hook = `export async function resolve(name, context, next) {
  if (!name.startsWith('prom-client')) return next(name, context)
  throw Object.assign(new Error('Cannot find package ' + name), { code: 'ERR_MODULE_NOT_FOUND' })
}`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
