import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#config.ts'
import { loadRootSecret, openSecrets } from './secrets.ts'

const secrets = openSecrets(Buffer.alloc(32, 7))
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'understudy-secret-'))
})

afterAll(() => rm(folder, { recursive: true }))

test('what was sealed opens to the same text, and never seals to the same bytes', () => {
  expect(secrets.open(secrets.seal('a receipt, ₱399'))).toBe('a receipt, ₱399')
  expect(secrets.seal('same')).not.toEqual(secrets.seal('same'))
})

test('what was touched, or was sealed under another root, does not open', () => {
  const sealed = secrets.seal('text')
  for (let at = 0; at < sealed.length; at++) {
    const touched = Buffer.from(sealed)
    touched[at]! ^= 1
    expect(() => secrets.open(touched)).toThrow()
  }
  expect(() => secrets.open(sealed.subarray(0, 20))).toThrow()
  expect(() => openSecrets(Buffer.alloc(32, 8)).open(sealed)).toThrow()
})

test('a mark made for one purpose is worth nothing for another', () => {
  expect(secrets.mac('refresh', 'x')).not.toEqual(secrets.mac('webhook', 'x'))
  expect(secrets.mac('refresh', 'x')).toEqual(secrets.mac('refresh', 'x'))
})

test('tokens do not repeat and fit into a URL', () => {
  const tokens = new Set(Array.from({ length: 1000 }, () => secrets.newToken()))
  expect(tokens.size).toBe(1000)
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

test('the root secret is made once, for its owner alone', async () => {
  const config = readConfig({ DATA_DIR: folder })
  const made = loadRootSecret(config)
  expect(made).toHaveLength(32)
  expect(loadRootSecret(config)).toEqual(made)
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a secret that others can read is refused', async () => {
  await chmod(join(folder, 'secret'), 0o644)
  expect(() => loadRootSecret(readConfig({ DATA_DIR: folder }))).toThrow('Other users can read')
})

test('SECRET goes before the file', () => {
  const SECRET = 'correct horse battery staple, twice over'
  expect(loadRootSecret(readConfig({ DATA_DIR: folder, SECRET })).toString()).toBe(SECRET)
})

test('production on a database elsewhere makes no secret of its own', () => {
  const config = readConfig({
    MODE: 'production',
    PUBLIC_URL: 'https://a.test',
    TRUSTED_PROXIES: 'none',
    MAIL: 'none',
    DATABASE_URL: 'postgres://db/x',
    DATA_DIR: join(folder, 'new'),
  })
  expect(() => loadRootSecret(config)).toThrow('SECRET is not set')
})
