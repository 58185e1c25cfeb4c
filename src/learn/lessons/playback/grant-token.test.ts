import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { countComputedOrders } from '../../../../tests/support/laws.ts'
import { createGrantToken, readGrantToken } from './grant-token.ts'

const secrets = createSecrets(randomBytes(32))
const createGrant = () => ({ grantId: randomUUID(), endsAt: new Date(Math.floor(Date.now() / 1000) * 1000) })

test('a token has 48 characters and gives its grant and its end back', () => {
  const grant = createGrant()
  const token = createGrantToken(secrets, grant)
  expect(token).toMatch(/^[A-Za-z0-9_-]{48}$/)
  expect(readGrantToken(secrets, token)).toEqual(grant)
})

test('a token from before a rotation of the secret still works', () => {
  const old = randomBytes(32)
  const grant = createGrant()
  const token = createGrantToken(createSecrets(old), grant)
  expect(readGrantToken(createSecrets(randomBytes(32), [old]), token)).toEqual(grant)
  expect(readGrantToken(createSecrets(randomBytes(32)), token)).toBeNull()
})

test('no altered token is read', () => {
  const token = createGrantToken(secrets, createGrant())
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  fc.assert(
    fc.property(fc.nat(47), fc.constantFrom(...alphabet), (at, glyph) => {
      fc.pre(token[at] !== glyph)
      expect(readGrantToken(secrets, token.slice(0, at) + glyph + token.slice(at + 1))).toBeNull()
    }),
    countComputedOrders(2000),
  )
  const other = createGrantToken(secrets, createGrant())
  const parts = fc.array(fc.tuple(fc.constantFrom(token, other), fc.nat(48), fc.nat(48)), { maxLength: 4 })
  fc.assert(
    fc.property(parts, (cuts) => {
      const mixed = cuts.map(([from, start, end]) => from.slice(start, end)).join('')
      fc.pre(mixed !== token && mixed !== other)
      expect(readGrantToken(secrets, mixed)).toBeNull()
    }),
    countComputedOrders(2000),
  )
  fc.assert(fc.property(fc.string({ maxLength: 60 }), (text) => readGrantToken(secrets, text) === null))
})
