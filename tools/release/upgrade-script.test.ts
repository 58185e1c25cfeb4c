/** `deploy/upgrade` with stand-ins for systemd and for the commands of the program. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

let folder: string
let calls: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understudy-script-'))
  calls = join(folder, 'calls')
  for (const name of ['id', 'systemctl', 'node']) writeProgram(join(folder, 'bin', name), name)
  writeFileSync(join(folder, 'bin', 'id'), '#!/bin/sh\necho 0\n')
  for (const release of ['old', 'new']) {
    writeProgram(join(folder, release, 'deploy/u'), `${release}/u`)
    cpSync('deploy/upgrade', join(folder, release, 'deploy/upgrade'))
  }
  symlinkSync(join(folder, 'old'), join(folder, 'link'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Notes its call, goes on while a file says so, and fails if another one says so. */
function writeProgram(path: string, name: string): void {
  mkdirSync(join(path, '..'), { recursive: true })
  const broken = join(folder, 'broken')
  const slow = join(folder, 'slow')
  writeFileSync(
    path,
    `#!/bin/sh\necho "${name} $*" | sed "s, *$,," >>"${calls}"\nwhile grep -sqx -- "${name} $*" "${slow}"; do sleep 0.05; done\n[ ! -f "${broken}" ] || ! grep -qx -- "$(echo "${name} $*" | sed "s, *$,,")" "${broken}"\n`,
  )
  chmodSync(path, 0o755)
}

const getEnvironment = () => ({
  PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  UNDERSTUDY_LINK: join(folder, 'link'),
})
const run = (release: string, ...args: string[]) =>
  spawnSync('sh', [join(folder, release, 'deploy/upgrade'), ...args], { encoding: 'utf8', env: getEnvironment() })
const running = () => basename(readlinkSync(join(folder, 'link')))
const listCalls = () => readFileSync(calls, 'utf8').trim().split('\n')

const isLinux = process.platform === 'linux'
describe.skipIf(!isLinux)(isLinux ? 'deploy/upgrade' : 'deploy/upgrade (needs LINUX)', () => {
  test('an upgrade tries, stops, migrates, leads to the new release and starts; back leads to the old one', () => {
    expect(run('new')).toMatchObject({ status: 0, stdout: expect.stringContaining('upgrade back') })
    expect(listCalls()).toEqual([
      'node tools/install.cjs --omit=dev',
      'new/u upgrade --check',
      'systemctl stop understudy',
      'new/u upgrade',
      'systemctl start understudy',
    ])
    expect(running()).toBe('new')
    rmSync(calls)
    expect(run('new', 'back')).toMatchObject({ status: 0, stdout: expect.stringContaining('release-hold') })
    expect(listCalls()).toEqual(['systemctl stop understudy', 'old/u upgrade --back', 'systemctl start understudy'])
    expect(running()).toBe('old')
  })

  test('a trial that fails stops nothing', () => {
    writeFileSync(join(folder, 'broken'), 'new/u upgrade --check\n')
    expect(run('new').status).not.toBe(0)
    expect(listCalls()).not.toContain('systemctl stop understudy')
    expect(running()).toBe('old')
  })

  test('an upgrade that fails starts the old release again', () => {
    writeFileSync(join(folder, 'broken'), 'new/u upgrade\n')
    expect(run('new').status).not.toBe(0)
    expect(listCalls().slice(-3)).toEqual([
      'new/u upgrade',
      'systemctl stop understudy-upgrade',
      'systemctl start understudy',
    ])
    expect(running()).toBe('old')
  })

  test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
    '%s during the migration starts the service again',
    async (signal) => {
      writeFileSync(join(folder, 'slow'), 'new/u upgrade\n')
      const child = spawn('sh', [join(folder, 'new', 'deploy/upgrade')], { env: getEnvironment(), stdio: 'ignore' })
      const gone = once(child, 'exit')
      await expect.poll(() => existsSync(calls) && listCalls().at(-1), { timeout: 30_000 }).toBe('new/u upgrade')
      child.kill(signal)
      const [code] = await gone
      rmSync(join(folder, 'slow'))
      expect(listCalls().slice(-2)).toEqual(['systemctl stop understudy-upgrade', 'systemctl start understudy'])
      expect(code).toBeGreaterThan(128)
      expect(running()).toBe('old')
    },
  )

  test('a new release that does not start is no success, and a repeat starts it', () => {
    writeFileSync(join(folder, 'broken'), 'systemctl start understudy\n')
    const failed = run('new')
    expect(failed).toMatchObject({ status: 1, stderr: expect.stringContaining('did not start') })
    expect(failed.stdout).not.toContain('runs from')
    writeFileSync(join(folder, 'broken'), 'systemctl is-active --quiet understudy\n')
    expect(run('new').status).toBe(0)
    expect(listCalls().at(-1)).toBe('systemctl start understudy')
  })

  test('a way back that fails leaves the link and starts the service again', () => {
    run('new')
    writeFileSync(join(folder, 'broken'), 'old/u upgrade --back\n')
    expect(run('new', 'back').status).not.toBe(0)
    expect(listCalls().at(-1)).toBe('systemctl start understudy')
    expect(running()).toBe('new')
    expect(existsSync(join(folder, 'link.next'))).toBe(false)
  })
})
