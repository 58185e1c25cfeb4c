import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config/config.ts'
import { createSecrets, loadRootSecrets } from './secrets.ts'

const secrets = createSecrets(Buffer.alloc(32, 7))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-secret-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('a sealed text opens unchanged, and is never sealed to the same bytes', () => {
  expect(secrets.open(secrets.seal('a receipt, ₱399'))).toBe('a receipt, ₱399')
  expect(secrets.seal('same')).not.toEqual(secrets.seal('same'))
})

test('a changed text, or one sealed under another root, does not open', () => {
  const sealed = secrets.seal('text')
  for (let at = 0; at < sealed.length; at++) {
    const touched = Buffer.from(sealed)
    touched[at]! ^= 1
    expect(() => secrets.open(touched)).toThrow()
  }
  expect(() => secrets.open(sealed.subarray(0, 20))).toThrow()
  expect(() => createSecrets(Buffer.alloc(32, 8)).open(sealed)).toThrow()
})

test('a signature for one purpose is invalid for another', () => {
  expect(secrets.mac('refresh', 'x')).not.toEqual(secrets.mac('webhook', 'x'))
  expect(secrets.mac('refresh', 'x')).toEqual(secrets.mac('refresh', 'x'))
})

test('tokens do not repeat and fit into a URL', () => {
  const tokens = new Set(Array.from({ length: 1000 }, () => secrets.newToken()))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('the root secret is created once, and only its owner can read it', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const created = loadRootSecrets(config)
  expect(created[0]).toHaveLength(32)
  expect(loadRootSecrets(config)).toEqual(created)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a secret that others can read is refused', async () => {
  loadRootSecrets(readConfig({ DATA_DIR: folder }))
  await chmod(join(folder, 'secret'), 0o644)
  expect(() => loadRootSecrets(readConfig({ DATA_DIR: folder }))).toThrow('Other users can read')
})

test('SECRET takes precedence over the file', () => {
  const SECRET = 'correct horse battery staple, twice over'
  expect(loadRootSecrets(readConfig({ DATA_DIR: folder, SECRET })).map(String)).toEqual([SECRET])
})

test('production with an external database creates no secret', () => {
  const config = readConfig({
    MODE: 'production',
    PUBLIC_URL: 'https://a.test',
    TRUSTED_PROXIES: 'none',
    MAIL_DELIVERY: 'none',
    DATABASE_URL: 'postgres://db/x',
    DATA_DIR: join(folder, 'new'),
  })
  expect(() => loadRootSecrets(config)).toThrow('SECRET is not set')
})

test('a rotated secret is read with the earlier ones, from the settings or from the lines of the file', () => {
  const newest = 'n'.repeat(32)
  const older = 'o'.repeat(32)
  const config = readConfig({ SECRET: newest, SECRET_PREVIOUS: `${older}, ${'p'.repeat(32)}` })
  expect(loadRootSecrets(config).map(String)).toEqual([newest, older, 'p'.repeat(32)])
  expect(() => readConfig({ SECRET: newest, SECRET_PREVIOUS: 'short' })).toThrow('SECRET_PREVIOUS must be a comma list')
  expect(() => readConfig({ SECRET_PREVIOUS: older })).toThrow('SECRET_PREVIOUS needs SECRET.')

  const folder = mkdtempSync(join(tmpdir(), 'understudy-secrets-'))
  const lines = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
  const path = join(folder, 'secret')
  writeFileSync(path, `${lines.map((line) => line.toString('base64url')).join('\n')}\n`, { mode: 0o600 })
  expect(loadRootSecrets(readConfig({ DATA_DIR: folder }))).toEqual(lines)
  writeFileSync(path, 'c2hvcnQ\n')
  expect(() => loadRootSecrets(readConfig({ DATA_DIR: folder }))).toThrow('is damaged')
  rmSync(folder, { recursive: true })
})
