// Before every start: installs the packages where they are missing or not those of package-lock.json.
// Plain old JavaScript, because the machine's own Node runs it, whichever that is.
'use strict'

const { spawnSync } = require('node:child_process')
const { existsSync, readFileSync } = require('node:fs')
const { join } = require('node:path')

const OLDEST_NODE = 20
const root = join(__dirname, '..')

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  fail(
    `Understudy needs Node ${OLDEST_NODE} or newer to install itself, and this is ${process.versions.node}: see https://nodejs.org.`,
  )
}
if (!isInstalled()) install()

function isInstalled() {
  if (!existsSync(join(root, 'node_modules/node/bin/node'))) return false
  const wanted = read('package-lock.json')
  const found = read('node_modules/.package-lock.json')
  if (!wanted || !found) return false
  return Object.entries(wanted.packages).every(([path, { version, optional }]) => {
    const there = found.packages[path]
    return path === '' || (there ? there.version === version : Boolean(optional))
  })
}

function install() {
  process.stdout.write('Installing the packages. This happens once, and takes a minute or two …\n')
  const began = Date.now()
  const npm = process.env.npm_execpath
  const options = [
    'ci',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts=false',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ]
  const made = npm
    ? spawnSync(process.execPath, [npm, ...options], { cwd: root, stdio: 'inherit' })
    : spawnSync('npm', options, { cwd: root, stdio: 'inherit' })
  if (made.status !== 0) fail('The packages could not be installed: see above. A network is needed this one time.')
  process.stdout.write(`  took ${Math.round((Date.now() - began) / 1000)} s\n`)
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
