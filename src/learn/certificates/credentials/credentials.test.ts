import { createPublicKey, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { JSONWebKeySet, JWK } from 'jose'
import jsonwebtoken from 'jsonwebtoken'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSecrets } from '#platform/secrets.ts'
import { givenHolder } from '../../../../tests/world/certificates.ts'
import { createWorld, type World } from '../../../../tests/world/world.ts'
import { changeOwnCertificate } from '../change-certificate.ts'
import { requireCredential } from '../look-up-certificate.ts'
import { getCredentialJws, listPublicKeys, listRevokedCredentials } from '../queries/credentials.ts'
import { rotateCredentialKey } from './rotate-key.ts'
import { signCredential } from './sign-credential.ts'
import { verifyCredential } from './verify-credential.ts'

let world: World
beforeAll(async () => {
  world = await createWorld(20)
})
afterAll(() => world.close())

const getKeys = async (): Promise<JSONWebKeySet> => ({ keys: (await listPublicKeys(world.db)) as JWK[] })
const requireJws = async (certificateId: string) => (await getCredentialJws(world.db, certificateId))!
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())

async function listFaults(jws: string, email?: string): Promise<string[]> {
  return (await verifyCredential(jws, await getKeys(), { now: new Date(), email })).faults
}

/** Verifies with a library that did not sign the file. */
function verifyElsewhere(jws: string, { keys }: JSONWebKeySet): unknown {
  const { kid } = decode(jws.split('.')[0]!)
  const key = createPublicKey({ key: keys.find((one) => one.kid === kid)!, format: 'jwk' })
  return jsonwebtoken.verify(jws, key, { algorithms: ['RS256'] })
}

const listRevisions = (certificateId: string) =>
  world.db
    .selectFrom('credential')
    .selectAll()
    .where('certificate_id', '=', certificateId)
    .orderBy('revision')
    .execute()

describe('a credential', () => {
  test('is an OpenBadgeCredential as a JWT with the header and claims that Open Badges 3.0 requires', async () => {
    const holder = await givenHolder(world, { rule: { hours: 24 } })
    const jws = await requireJws(holder.certificateId)
    const [header, payload] = jws.split('.').slice(0, 2).map(decode)
    expect(header).toEqual({
      alg: 'RS256',
      typ: 'JWT',
      kid: expect.stringMatching(/^http:\/\/localhost:3000\/credentials\/keys\/[\w-]{43}$/),
    })
    const subject = `urn:uuid:${holder.certificateId}`
    expect(payload).toMatchObject({
      '@context': expect.arrayContaining(['https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json']),
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      name: 'A course',
      issuer: { id: 'http://localhost:3000/credentials/issuer', type: ['Profile'], name: 'Understudy' },
      credentialSubject: { id: subject, achievement: { achievementType: 'Course', name: 'A course' } },
      credentialStatus: { id: 'http://localhost:3000/credentials/revoked', type: '1EdTechRevocationList' },
      iss: 'http://localhost:3000/credentials/issuer',
      sub: subject,
    })
    expect(payload.jti).toBe(payload.id)
    expect(new Date(payload.nbf * 1000).toISOString()).toBe(payload.validFrom.replace('Z', '.000Z'))
  })

  test('names the holder, and the address only as a salted hash', async () => {
    const holder = await givenHolder(world, { name: 'Priya Raman' })
    const jws = await requireJws(holder.certificateId)
    const text = Buffer.from(jws.split('.')[1]!, 'base64url').toString()
    expect(text).toContain('Priya Raman')
    expect(text).not.toContain(holder.email.split('@')[0])
    expect(await listFaults(jws, ` ${holder.email.toUpperCase()} `)).toEqual([])
    expect(await listFaults(jws, 'somebody@else.test')).toEqual([
      'The credential does not belong to this e-mail address.',
    ])
  })

  test('says nothing about who the holder is while the name is hidden, also to somebody who guesses the address', async () => {
    const holder = await givenHolder(world, { name: 'Priya Raman' })
    await changeOwnCertificate(world, holder.personId, holder.certificateId, { isNamed: false })
    const jws = await requireJws(holder.certificateId)
    const { credentialSubject } = decode(jws.split('.')[1]!)
    expect(credentialSubject).not.toHaveProperty('identifier')
    expect(await listFaults(jws)).toEqual([])
    verifyElsewhere(jws, await getKeys())
    expect(await listFaults(jws, holder.email)).toEqual(await listFaults(jws, 'somebody@else.test'))
    await changeOwnCertificate(world, holder.personId, holder.certificateId, { isNamed: true })
    expect(await listFaults(await requireJws(holder.certificateId), holder.email)).toEqual([])
  })

  test('is one for each certificate, although ten jobs sign it at once', async () => {
    const holder = await givenHolder(world)
    await Promise.all(Array.from({ length: 10 }, () => signCredential(world, holder.certificateId)))
    expect(await listRevisions(holder.certificateId)).toHaveLength(1)
  })

  test('fails to verify after any change of its text', async () => {
    const jws = await requireJws((await givenHolder(world)).certificateId)
    expect(await listFaults(jws)).toEqual([])
    for (const at of [3, 40, jws.indexOf('.') + 20, jws.lastIndexOf('.') + 9]) {
      const changed = `${jws.slice(0, at)}${jws[at] === 'A' ? 'B' : 'A'}${jws.slice(at + 1)}`
      expect(await listFaults(changed)).not.toEqual([])
    }
    for (const text of ['', 'x', '..', jws.split('.').slice(0, 2).join('.'), `${jws}.x`])
      expect(await listFaults(text)).not.toEqual([])
  })

  test('is not valid before its date, and not with the keys of another site', async () => {
    const jws = await requireJws((await givenHolder(world)).certificateId)
    const { faults } = await verifyCredential(jws, await getKeys(), { now: new Date(0) })
    expect(faults).toEqual(['The credential is not valid yet.'])
    expect((await verifyCredential(jws, { keys: [] }, { now: new Date() })).faults).toEqual([
      'None of the keys signed this file.',
    ])
  })
})

describe('keys', () => {
  test('30 first needs at once create one key', async () => {
    const fresh = await createWorld(20)
    const holders = await Promise.all(Array.from({ length: 30 }, () => givenHolder(fresh)))
    expect(holders).toHaveLength(30)
    expect(await listPublicKeys(fresh.db)).toHaveLength(1)
    await fresh.close()
  })

  test('certificates verify for ever: after a rotation, a compromise and a lost root secret, by both libraries', async () => {
    const fresh = await createWorld(20)
    const readKeys = async (): Promise<JSONWebKeySet> => ({ keys: (await listPublicKeys(fresh.db)) as JWK[] })
    const first = await givenHolder(fresh)
    const saved = [(await getCredentialJws(fresh.db, first.certificateId))!]
    await rotateCredentialKey(fresh, false)
    const second = await givenHolder(fresh)
    saved.push((await getCredentialJws(fresh.db, second.certificateId))!)
    for (const jws of saved) {
      expect((await verifyCredential(jws, await readKeys(), { now: new Date() })).faults).toEqual([])
      verifyElsewhere(jws, await readKeys())
    }

    expect(await rotateCredentialKey(fresh, true)).toMatchObject({ signedAgain: 2 })
    const { faults } = await verifyCredential(saved[1]!, await readKeys(), { now: new Date() })
    expect(faults).toEqual(['None of the keys signed this file.'])
    expect(await listRevokedCredentials(fresh.db)).toHaveLength(2)

    const withoutSecret = { ...fresh, secrets: createSecrets(randomBytes(32)) }
    const third = await givenHolder(withoutSecret)
    for (const { certificateId } of [first, second, third]) {
      const jws = (await getCredentialJws(fresh.db, certificateId))!
      expect((await verifyCredential(jws, await readKeys(), { now: new Date() })).faults).toEqual([])
      verifyElsewhere(jws, await readKeys())
    }
    await fresh.close()
  })

  test('the private part is sealed, and deleted when the key retires', async () => {
    await givenHolder(world)
    const [key] = await world.db.selectFrom('credential_key').selectAll().where('retired_at', 'is', null).execute()
    expect(key!.public_jwk).not.toHaveProperty('d')
    expect(JSON.parse(world.secrets.open(key!.sealed_private_key))).toHaveProperty('d')
    await rotateCredentialKey(world, false)
    const retired = world.db.selectFrom('credential_key').selectAll().where('key_id', '=', key!.key_id)
    expect((await retired.executeTakeFirstOrThrow()).sealed_private_key).toHaveLength(0)
  })
})

test('a corrected name is the next revision, and the one before is on the list without a reason', async () => {
  const holder = await givenHolder(world)
  const before = await listRevisions(holder.certificateId)
  expect(await changeOwnCertificate(world, holder.personId, holder.certificateId, { name: 'Ána Cruz' })).toMatchObject({
    ok: true,
    value: { name: 'Ána Cruz', name_changes: 1 },
  })
  const revisions = await listRevisions(holder.certificateId)
  expect(revisions.map(({ revision, revoked_at }) => [revision, revoked_at === null])).toEqual([
    [1, false],
    [2, true],
  ])
  const revoked = await listRevokedCredentials(world.db)
  expect(revoked.find(({ id }) => id === before[0]!.id)).toEqual({ id: before[0]!.id, reason: null })
  const jws = await requireJws(holder.certificateId)
  expect((await verifyCredential(jws, await getKeys(), { now: new Date() })).facts?.holder).toBe('Ána Cruz')
})

test('a hidden certificate whose earlier credential had the hash of an address gets another one, and others keep theirs', async () => {
  const [hidden, shown] = [await givenHolder(world), await givenHolder(world)]
  const [old, kept] = [await requireJws(hidden.certificateId), await requireJws(shown.certificateId)]
  // As a version that hid the name alone.
  await world.db.updateTable('certificate').set({ is_named: false }).where('id', '=', hidden.certificateId).execute()
  await sql.raw(await readFile('migrations/0027_hidden_credentials.sql', 'utf8')).execute(world.db)
  expect(await getCredentialJws(world.db, hidden.certificateId)).toBe(null)
  const signed = (await requireCredential(world, hidden.certificateId))!
  expect(decode(signed.split('.')[1]!).credentialSubject).not.toHaveProperty('identifier')
  const revoked = (await listRevokedCredentials(world.db)).map(({ id }) => `urn:uuid:${id}`)
  expect([old, kept].map((jws) => revoked.includes(decode(jws.split('.')[1]!).id))).toEqual([true, false])
  expect(await requireJws(shown.certificateId)).toBe(kept)
})
