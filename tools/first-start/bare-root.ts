/** A bare Debian in a folder: what debootstrap makes, Node 20, npm, and this machine's ways to the network. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { reservePort } from '../../tests/world/ports.ts'
import { installPackage } from '../install-package.ts'
import { OLDEST_NODE } from './cases.ts'
import { copyCheckout } from './checkout.ts'
import { installNode } from './run-case.ts'
import { getNetworkVariables, type Surroundings } from './surroundings.ts'
import { expectSuccess, tryCommands } from './try-commands.ts'

const FOLDER = '/srv/understudy'
const NETWORK_FILES = [
  '/etc/resolv.conf',
  '/etc/hosts',
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/apt/sources.list',
  '/etc/apt/sources.list.d',
  '/etc/apt/apt.conf.d',
  '/etc/apt/trusted.gpg.d',
  '/usr/share/keyrings',
]

/**
 * @param withTests also runs `npm test` there, which takes long
 * @returns why it could not be tried, or null
 */
export async function runBareRoot(withTests: boolean): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'left out, as it needs root on Linux'
  if (spawnSync('debootstrap', ['--version']).error) installPackage('debootstrap')
  if (spawnSync('debootstrap', ['--version']).error) return 'left out, as it needs debootstrap'
  const home = mkdtempSync(join(tmpdir(), 'understudy-bare-'))
  const root = join(home, 'root')
  try {
    chmodSync(home, 0o755)
    createDebian(root)
    const configs = copyNetworkSettings(root)
    copyNode(root, home)
    copyCheckout(join(root, FOLDER), false)
    const port = await reservePort()
    const environment = {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      HOME: '/root',
      PORT: String(port),
      ...configs,
    }
    const surroundings: Surroundings = {
      folder: FOLDER,
      notes: '/tmp',
      systemRoot: root,
      person: null,
      environment,
      umask: '022',
    }
    await tryCommands(surroundings, port, [])
    if (withTests) await expectSuccess(surroundings, 'exec npm test')
    return null
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

/** From the mirror that this machine uses. */
function createDebian(root: string): void {
  const targets = run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(CODENAME)', 'Identifier: Packages'])
  const [address = '', codename = ''] = targets.split('\n')[0]?.split(' ') ?? []
  run('debootstrap', ['--variant=minbase', codename, root, address])
}

/** @returns the variables with which npm finds its settings */
function copyNetworkSettings(root: string): Record<string, string> {
  const variables = Object.entries(getNetworkVariables())
  const npmFiles = ['globalconfig', 'userconfig'].map((name): [string, string] => [
    `npm_config_${name}`,
    run('npm', ['config', 'get', name]).trim(),
  ])
  const authorities = variables.filter(([name]) => name === 'NODE_EXTRA_CA_CERTS').map(([, path]) => path)
  for (const path of [...NETWORK_FILES, ...authorities, ...npmFiles.map(([, file]) => file)]) {
    if (!existsSync(path)) continue
    mkdirSync(dirname(join(root, path)), { recursive: true })
    cpSync(path, join(root, path), { recursive: true, dereference: true })
  }
  return Object.fromEntries([...variables, ...npmFiles])
}

function copyNode(root: string, home: string): void {
  const packages = installNode(OLDEST_NODE, home)
  const local = join(root, 'usr/local')
  copyFileSync(realpathSync(join(packages, '.bin/node')), join(local, 'bin/node'))
  chmodSync(join(local, 'bin/node'), 0o755)
  cpSync(join(packages, 'npm'), join(local, 'lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
}

function run(command: string, args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 1e9 })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stdout}\n${stderr}`)
  return stdout
}
