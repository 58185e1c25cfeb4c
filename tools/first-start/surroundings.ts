/** Where and as whom a case runs its commands: folder, person, variables and umask. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Surroundings = {
  /** The checkout, as the commands see it. */
  folder: string
  /** A folder for what the case notes, as the commands see it. */
  notes: string
  /** The root of the system that the commands see: `/`, or a folder with a whole system. */
  systemRoot: string
  /** Another person, whose log-in shell runs the commands. Null: the one who runs this. */
  person: string | null
  /** The only variables, beside those that a log-in shell sets. */
  environment: Record<string, string>
  umask: string
}

export type RunningCommand = {
  output(): string
  /** Resolves with the exit code. */
  ended: Promise<number | null>
  hasEnded(): boolean
  /** Ctrl-C: the signal reaches each process of the command. */
  interrupt(): void
}

const PID_FILE = 'pid'
const NETWORK_VARIABLES = /^(NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i

/** With which this machine reaches the network: its proxy, and the authority that signs for the proxy. */
export function getNetworkVariables(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value && NETWORK_VARIABLES.test(name) ? [[name, value]] : [],
    ),
  )
}

/** @param command for a POSIX shell, which the command replaces */
export function runIn(surroundings: Surroundings, command: string): RunningCommand {
  const { folder, notes, systemRoot, umask } = surroundings
  const script = [
    `echo $$ > ${quote(join(notes, PID_FILE))}`,
    ...Object.entries(surroundings.environment).map(([name, value]) => `export ${name}=${quote(value)}`),
    `umask ${umask}`,
    `cd ${quote(folder)} && ${command}`,
  ].join('\n')
  const child = startShell(surroundings, script)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk
    })
  }
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  return {
    output: () => output,
    ended,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    interrupt: () => void process.kill(-Number(readFileSync(join(systemRoot, notes, PID_FILE), 'utf8')), 'SIGINT'),
  }
}

/** The shell leads a process group of its own, as in a terminal. */
function startShell({ person, systemRoot, environment }: Surroundings, script: string): ChildProcess {
  const options = { detached: true, stdio: ['ignore', 'pipe', 'pipe'] as ['ignore', 'pipe', 'pipe'] }
  if (person) return spawn('su', ['-', person, '-c', script], { ...options, cwd: '/' })
  if (systemRoot === '/') return spawn('/bin/sh', ['-c', script], { ...options, cwd: '/', env: environment })
  const enter = `mount -t proc proc ${quote(join(systemRoot, 'proc'))} && exec chroot ${quote(systemRoot)} /bin/sh -c "$1"`
  // The mount ends with the last process.
  return spawn('unshare', ['--mount', '/bin/sh', '-c', enter, 'sh', script], { ...options, env: environment })
}

/** Creates an ordinary person. Null if only root may, or if nobody else can run this machine's Node. */
export function createPerson(name: string, path: string): string | null {
  if (process.getuid?.() !== 0) return null
  const made = spawnSync('useradd', ['--create-home', '--shell', '/bin/bash', name])
  if (made.status !== 0) return null
  const tried = spawnSync('su', ['-', name, '-c', `PATH=${quote(path)}; node --version && npm --version`])
  if (tried.status === 0) return name
  deletePerson(name)
  return null
}

export function deletePerson(name: string): void {
  spawnSync('userdel', ['--remove', name])
}

/** Files with several names, the linked packages, stay whose they are. */
export function giveTo(person: string, folder: string): void {
  const [uid, gid] = ['-u', '-g'].map((option) =>
    Number(spawnSync('id', [option, person], { encoding: 'utf8' }).stdout),
  )
  giveTree(folder, uid!, gid!)
}

function giveTree(path: string, uid: number, gid: number): void {
  const stats = lstatSync(path)
  if (stats.isSymbolicLink()) return
  if (stats.isDirectory() || stats.nlink === 1) chownSync(path, uid, gid)
  if (stats.isDirectory()) for (const name of readdirSync(path)) giveTree(join(path, name), uid, gid)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
