import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as passing } from 'node:timers/promises'
import { connect } from 'node:tls'
import { freePort } from './free-port.ts'

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** An nginx of its own for tests, on free ports of this machine, with a certificate for 127.0.0.1 that it has signed itself. */
export class Nginx {
  readonly port: number
  /** The certificate, for clients that have to trust it. */
  readonly certificate: string
  readonly #child: ChildProcess

  private constructor(port: number, certificate: string, child: ChildProcess) {
    this.port = port
    this.certificate = certificate
    this.#child = child
  }

  /**
   * Starts nginx with the settings of a site, and resolves when it answers. In the settings, ports, certificates and addresses
   * are replaced. `servers`: the address in place of each server that the settings name, such as `game-1:3001`.
   */
  static async start(
    port: number,
    folder: string,
    site: string,
    servers: Readonly<Record<string, string>>,
    path = process.env['NGINX_PATH'] ?? '',
  ): Promise<Nginx> {
    const [key, certificate] = sign(folder)
    let text = site
      .replace(/^ *listen \[::\].*$/gm, '')
      .replace('listen 80;', `listen 127.0.0.1:${await freePort()};`)
      .replace('listen 443 ', `listen 127.0.0.1:${port} `)
      .replace(/(ssl_certificate) .*/, `$1 ${certificate};`)
      .replace(/(ssl_certificate_key) .*/, `$1 ${key};`)
    for (const [named, address] of Object.entries(servers)) text = text.replaceAll(named, address)
    writeFileSync(join(folder, 'site.conf'), text)
    writeFileSync(join(folder, 'nginx.conf'), mainSettings(folder))
    const args = ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]
    const child = spawn(path, args, { stdio: 'ignore' })
    await once(child, 'spawn')
    while (!(await answers(port))) {
      if (child.exitCode !== null) throw new Error(readFileSync(join(folder, 'error.log'), 'utf8'))
      await passing(10)
    }
    return new Nginx(port, readFileSync(certificate, 'utf8'), child)
  }

  async stop(): Promise<void> {
    if (this.#child.exitCode !== null) return
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGTERM')
    await ended
  }
}

/** Makes a certificate; returns the paths of the key and of the certificate. */
function sign(folder: string): [string, string] {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
  const files = ['-keyout', key, '-out', certificate]
  execFileSync('openssl', ['req', '-x509', '-days', '2', ...curve, ...names, ...files], {
    stdio: 'ignore',
  })
  return [key, certificate]
}

/** What a system's own nginx.conf has around the sites. */
function mainSettings(folder: string): string {
  mkdirSync(join(folder, 'temporary'))
  const paths = TEMPORARY.map((kind) => `${kind}_temp_path ${join(folder, 'temporary', kind)};`)
  return `
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off;
    worker_processes 1;
    pid ${join(folder, 'nginx.pid')};
    events { worker_connections 1024; }
    http { access_log off; ${paths.join(' ')} include ${join(folder, 'site.conf')}; }`
}

function answers(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
  return new Promise<boolean>((resolve) => {
    socket.once('secureConnect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
