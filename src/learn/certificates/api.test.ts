/** The calls of certificates, over HTTP, on a real database. docs/contract §17. */
import { randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getPngText } from '#platform/pictures/png-text.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { givenHolder } from '../../../tests/world/certificates.ts'
import { createIdentityWorld, type Identity } from '../../../tests/world/identity.ts'
import { verifyCredential } from './credentials/verify-credential.ts'
import { BADGE_KEYWORD } from './documents/badge-keyword.ts'
import { listPublicKeys } from './queries/credentials.ts'

let setup: Identity
beforeAll(async () => {
  setup = await createIdentityWorld()
})
afterAll(() => setup.close())

const get = (path: string, headers: Record<string, string> = {}) => setup.api.call(`/api/v1/${path}`, { headers })
const getFile = async (path: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${setup.api.base}/api/v1/${path}`, { headers })
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}
const getText = async (path: string) => (await fetch(`${setup.api.base}/api/v1/${path}`)).text()

async function createHolder(name = 'Priya Raman') {
  const email = await setup.known()
  const holder = await givenHolder(setup.world, { email, name, rule: { hours: 24 } })
  await setup.world.db.updateTable('certificate').set({ name }).where('id', '=', holder.certificateId).execute()
  const headers = { authorization: (await setup.as(email)).authorization }
  const call = (method: 'PATCH' | 'POST', path: string, body: object = {}) =>
    setup.api.call(`/api/v1/my-certificates/${holder.certificateId}${path}`, { method, headers, body })
  return { ...holder, headers, call }
}

test('everybody with the address sees the certificate, and nothing else about the person', async () => {
  const holder = await createHolder()
  const response = await get(`certificates/${holder.publicId}`)
  expect(response).toMatchObject({
    status: 200,
    body: { data: { state: 'issued', name: 'Priya Raman', courseTitle: 'A course', hours: 24, reason: null } },
  })
  expect(response.body.data.number).toMatch(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)
  const jws = await getText(`certificates/${holder.publicId}/credential`)
  expect(jws.split('.')).toHaveLength(3)
  const texts = [
    JSON.stringify(response.body),
    ...jws.split('.').map((part) => Buffer.from(part, 'base64url').toString()),
  ]
  const person = await setup.world.db
    .selectFrom('person')
    .selectAll()
    .where('id', '=', holder.personId)
    .executeTakeFirstOrThrow()
  for (const secret of [person.email, person.email.split('@')[0]!, person.id])
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
})

test('an unknown, a malformed and a printed number find nothing', async () => {
  const holder = await createHolder()
  const { number } = (await get(`certificates/${holder.publicId}`)).body.data
  for (const id of ['A'.repeat(22), 'x', holder.certificateId, number, number.replace('-', '')])
    for (const path of ['', '/credential'])
      expect(await get(`certificates/${id}${path}`)).toMatchObject({
        status: 404,
        body: { errorCode: 'CERTIFICATE_NOT_FOUND' },
      })
})

test('a holder lists, corrects, hides and revokes the own certificates; nobody else can', async () => {
  const holder = await createHolder()
  const other = await createHolder()
  expect(await get('my-certificates', holder.headers)).toMatchObject({
    status: 200,
    body: {
      data: [
        {
          certificateId: holder.certificateId,
          nameChangesLeft: 2,
          url: `http://localhost:3000/certificates/${holder.publicId}`,
          linkedInUrl: expect.stringContaining('https://www.linkedin.com/profile/add?'),
        },
      ],
    },
  })
  expect(await holder.call('PATCH', '', { name: 'Priya  Ramán' })).toMatchObject({
    status: 200,
    body: { data: { name: 'Priya Ramán', nameChangesLeft: 1 } },
  })
  expect(await holder.call('PATCH', '', { isNamed: false })).toMatchObject({ body: { data: { isNamed: false } } })
  expect(JSON.stringify((await get(`certificates/${holder.publicId}`)).body)).not.toContain('Priya')
  expect(
    await setup.api.call(`/api/v1/my-certificates/${holder.certificateId}`, {
      method: 'PATCH',
      headers: other.headers,
      body: { name: 'X' },
    }),
  ).toMatchObject({ status: 404 })

  expect(await holder.call('POST', '/revoke')).toMatchObject({
    body: { data: { state: 'revoked', linkedInUrl: null } },
  })
  const revoked = await get(`certificates/${holder.publicId}`)
  expect(revoked.body.data).toMatchObject({ state: 'revoked', name: null, reason: 'at the holder’s request' })
  expect((await get(`certificates/${holder.publicId}/credential`)).status).toBe(404)
  expect(await holder.call('PATCH', '', { name: 'Y' })).toMatchObject({
    status: 409,
    body: { errorCode: 'CERTIFICATE_REVOKED' },
  })
})

test('the picture is 1200 × 850, holds the credential once, and is the same each time', async () => {
  const holder = await createHolder()
  const path = `certificates/${holder.publicId}/picture`
  const { status, type, bytes } = await getFile(path)
  expect([status, type, bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([200, 'image/png', 1200, 850])
  expect((await getFile(path)).bytes.equals(bytes)).toBe(true)
  expect(bytes.toString('latin1').split(BADGE_KEYWORD)).toHaveLength(2)
  const jws = getPngText(bytes, BADGE_KEYWORD)!
  expect(jws).toBe(await getText(`certificates/${holder.publicId}/credential`))
  const keys = { keys: (await listPublicKeys(setup.world.db)) as JWK[] }
  expect((await verifyCredential(jws, keys, { now: new Date() })).faults).toEqual([])

  await holder.call('PATCH', '', { isNamed: false })
  const unnamed = (await getFile(path)).bytes
  const drawing = (png: Buffer) => png.subarray(png.indexOf('IDAT')).toString('base64')
  expect(drawing(unnamed)).not.toBe(drawing(bytes))
  await holder.call('POST', '/revoke')
  expect((await getFile(path)).status).toBe(404)
  expect((await getFile(`certificates/${'A'.repeat(22)}/picture`)).status).toBe(404)
})

test('the PDF is for the holder alone: name, course, number and address as text, the same each time', async () => {
  const holder = await createHolder()
  const other = await createHolder()
  const path = `my-certificates/${holder.certificateId}/pdf`
  await holder.call('PATCH', '', { isNamed: false })
  const { status, type, bytes } = await getFile(path, holder.headers)
  expect([status, type]).toEqual([200, 'application/pdf'])
  expect((await getFile(path, holder.headers)).bytes.equals(bytes)).toBe(true)
  const { pages, text } = await readPdf(bytes)
  expect(pages).toHaveLength(1)
  expect(bytes.toString('latin1')).toContain('/MediaBox [0 0 841.89 595.24')
  const { number } = (await get(`certificates/${holder.publicId}`)).body.data
  for (const words of ['Priya', 'Raman', 'A course', '24 h', number, 'localhost:3000/certificates/', holder.publicId])
    expect(text).toContain(words)
  expect((await getFile(path, other.headers)).status).toBe(404)
  expect((await getFile(path)).status).toBe(401)
  await holder.call('POST', '/revoke')
  expect((await getFile(path, holder.headers)).status).toBe(409)
})

test.each([
  ['Ζωή Παπαδοπούλου', true],
  ['Жанна Ёлкина', true],
  ['Ngô Thị Thuỳ Dương', true],
  ['王小明', false],
  ['محمد', false],
])('the PDF shows %s by a font, or else says where the name is', async (name, isPrintable) => {
  const holder = await createHolder(name)
  expect((await get('my-certificates', holder.headers)).body.data[0]).toMatchObject({
    name,
    isNamePrintable: isPrintable,
  })
  const { text } = await readPdf((await getFile(`my-certificates/${holder.certificateId}/pdf`, holder.headers)).bytes)
  expect(text.replace(/\s+/g, ' ')).toContain(isPrintable ? name : 'The person named on its page')
})

test('an admin corrects a name and revokes with a reason', async () => {
  const holder = await createHolder()
  const { headers } = await setup.admin()
  const call = (method: 'PATCH' | 'POST', path: string, body: object) =>
    setup.api.call(`/api/v1/studio/certificates/${path}`, {
      method,
      headers: { ...headers, 'idempotency-key': randomUUID() },
      body,
    })
  expect(await call('PATCH', holder.certificateId, { name: 'Right' })).toMatchObject({
    body: { data: { name: 'Right' } },
  })
  expect(await call('POST', `${holder.certificateId}/revoke`, {})).toMatchObject({
    status: 400,
    body: { fields: { reason: 'Reason is required' } },
  })
  expect(await call('POST', `${holder.certificateId}/revoke`, { reason: 'issued by mistake' })).toMatchObject({
    status: 200,
    body: { data: { state: 'revoked', reason: 'issued by mistake' } },
  })
  expect(await call('POST', `${randomUUID()}/revoke`, { reason: 'x' })).toMatchObject({ status: 404 })
})

test('an address may look up 60 certificates a minute', async () => {
  const own = await createIdentityWorld()
  const responses = await Promise.all(
    Array.from({ length: 65 }, () => own.api.call(`/api/v1/certificates/${'A'.repeat(22)}`, {})),
  )
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(5)
  await own.close()
})
