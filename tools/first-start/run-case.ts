/** Runs one case in a folder of its own. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { reservePort } from '../../tests/world/ports.ts'
import { makeTarball, RELEASE_NAME } from '../release/make-tarball.ts'
import type { Case } from './cases.ts'
import { copyCheckout } from './checkout.ts'
import { createPerson, deletePerson, getNetworkVariables, giveTo, type Surroundings } from './surroundings.ts'
import { expectSuccess, tryCommands, tryTakenPort } from './try-commands.ts'

/** @returns what the case could not have here, or null */
export async function runCase(one: Case): Promise<string | null> {
  const home = mkdtempSync(join(tmpdir(), 'understudy-first-'))
  chmodSync(home, 0o755)
  const path = findPath(one, home)
  const person = one.isPerson ? createPerson(`understudy-${process.pid}`, path) : null
  try {
    const folder = join(home, one.isRelease ? RELEASE_NAME : (one.folderName ?? 'understudy'))
    if (one.isRelease) await unpackRelease(home)
    else copyCheckout(folder, !one.installs)
    const port = await reservePort()
    const environment = {
      PATH: path,
      PORT: String(port),
      ...(!one.isBare && !person && { HOME: homedir() }),
      ...(one.installs && getNetworkVariables()),
      ...(one.hasEmptyCache && { npm_config_cache: join(home, 'npm-cache') }),
      ...one.environment,
    }
    if (person) giveTo(person, home)
    const surroundings: Surroundings = {
      folder,
      notes: home,
      systemRoot: '/',
      person,
      environment,
      umask: one.umask ?? '022',
    }
    if (one.isRelease) await installRelease(surroundings)
    if (one.isPortTaken) await withTakenPort(port, () => tryTakenPort(surroundings, port))
    else await tryCommands(surroundings, port, one.tests)
    return one.isPerson && !person ? 'the person who runs this, as only root can become another one' : null
  } finally {
    if (person) deletePerson(person)
    rmSync(home, { recursive: true, force: true })
  }
}

async function unpackRelease(folder: string): Promise<void> {
  const { status } = spawnSync('tar', ['-xzf', await makeTarball(folder), '-C', folder], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`tar ended with ${status}.`)
}

/** As docs/operate.md says. @throws if a bundler is among the packages */
async function installRelease(surroundings: Surroundings): Promise<void> {
  await expectSuccess(surroundings, 'npm ci --omit=dev --no-audit --no-fund')
  const bundlers = ['vite', 'rolldown', '@react-router/dev'].filter((name) =>
    existsSync(join(surroundings.folder, 'node_modules', name)),
  )
  if (bundlers.length > 0) throw new Error(`A release installs ${bundlers.join(', ')}, which it does not need.`)
}

/** Without the pinned Node of this checkout, which `npm run` puts in front. */
function findPath({ node, lacks }: Case, home: string): string {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  if (node) return [join(installNode(node, home), '.bin'), ...folders].join(delimiter)
  return lacks ? linkPrograms(folders, lacks, join(home, 'programs')) : folders.join(delimiter)
}

/** npm has each version of Node and of itself. */
export function installNode(packages: readonly string[], home: string): string {
  const folder = join(home, 'node')
  mkdirSync(folder)
  const options = ['install', '--prefix', folder, '--ignore-scripts=false', '--no-audit', '--no-fund', '--no-save']
  const { status, stderr } = spawnSync('npm', [...options, ...packages], { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${packages.join(' and ')} could not be installed: ${stderr}`)
  return join(folder, 'node_modules')
}

function linkPrograms(folders: readonly string[], lacks: string, folder: string): string {
  mkdirSync(folder)
  for (const name of folders.filter((one) => existsSync(one)).flatMap((one) => readdirSync(one))) {
    const path = folders.map((one) => join(one, name)).find((one) => existsSync(one))
    if (path && !name.startsWith(lacks) && !existsSync(join(folder, name))) symlinkSync(path, join(folder, name))
  }
  return folder
}

async function withTakenPort(port: number, work: () => Promise<void>): Promise<void> {
  const other = createServer().listen(port, '127.0.0.1')
  try {
    await work()
  } finally {
    other.close()
  }
}
