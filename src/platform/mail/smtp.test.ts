/** Against a real SMTP server (`smtp-server`), with an independent check of the signature (`mailauth`). */
import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BadServer, startBadServer } from '../../../tests/torture/mail/bad-server.ts'
import { createDkimRecord } from '../../../tools/doctor-mail.ts'
import { classifyFault } from './classify-fault.ts'
import { createSmtp } from './smtp.ts'

let server: BadServer
beforeAll(async () => {
  server = await startBadServer(() => 'accept')
})
afterAll(() => server.close())

const TIMEOUTS = { connectionTimeout: 2000, greetingTimeout: 2000, socketTimeout: 2000 }
const email = {
  messageId: '<1@school.test>',
  senderName: 'Mill School',
  to: 'ada@school.test',
  subject: 'A receipt',
  text: 'Hello',
  html: '<p>Hello</p>',
  headers: {},
  attachments: [],
}
const send = (change: Partial<typeof email> = {}, url = server.url) =>
  createSmtp(url, { from: 'school@school.test', timeouts: TIMEOUTS }).send({ ...email, ...change }, async () => true)

// Some of them wait, and wait together.
test.concurrent.each([
  ['accept', { is: 'accepted' }],
  ['refuse', { is: 'refused', isAddress: true }],
  ['refuse-content', { is: 'refused', isAddress: false }],
  ['greylist', { is: 'deferred' }],
  ['busy', { is: 'deferred' }],
  ['hang-early', { is: 'deferred' }],
  ['drop-early', { is: 'deferred' }],
  ['hang-late', { is: 'unknown' }],
  ['drop-late', { is: 'unknown' }],
  ['accept-and-drop', { is: 'unknown' }],
] as const)('a server that does %s', async (behaviour, delivery) => {
  const own = await startBadServer(() => behaviour)
  expect(await send({}, own.url)).toMatchObject(delivery)
  await own.close()
})

test('nothing is sent by a worker that lost its lease', async () => {
  const before = server.received.length
  const smtp = createSmtp(server.url, { from: 'school@school.test', timeouts: TIMEOUTS })
  expect(await smtp.send(email, async () => false)).toMatchObject({ is: 'deferred' })
  expect(server.received).toHaveLength(before)
})

test('a server that is away, and a wrong password, are tried again', async () => {
  const away = createSmtp('smtp://127.0.0.1:9', { from: 'school@school.test', timeouts: TIMEOUTS })
  expect(await away.send(email, async () => true)).toMatchObject({ is: 'deferred' })
  const fault = Object.assign(new Error('Invalid login'), { code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })
  expect(classifyFault(fault, false)).toMatchObject({ is: 'deferred' })
  const policy = '550 5.7.1 blocked for its reputation'
  const refused = Object.assign(new Error('x'), { command: 'RCPT TO', responseCode: 550, response: policy })
  expect(classifyFault(refused, false)).toEqual({ is: 'refused', reason: policy, isAddress: false })
})

test('CR, LF and NUL in a subject, address or header add no header and no recipient', async () => {
  const evil = fc.constantFrom('\r\nBcc: eve@evil.test', '\nX-Evil: 1', '\r\n\r\nbody', '\0', '\r', 'é\r\n X-Evil: 1')
  const text = fc.tuple(fc.string({ maxLength: 10 }), evil, fc.string({ maxLength: 10 })).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('subject', 'to', 'header'), async (words, field) => {
      const before = server.received.length
      await send({
        ...(field === 'subject' && { subject: words }),
        ...(field === 'to' && { to: `ada${words}@school.test` }),
        ...(field === 'header' && { headers: { 'List-Unsubscribe': `<https://school.test/${words}>` } }),
      }).catch(() => null)
      for (const { raw, to } of server.received.slice(before)) {
        const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
        expect(head).not.toMatch(/^(bcc|x-evil):/im)
        expect(head).not.toContain('\0')
        expect(to).not.toContain('evil.test')
      }
    }),
    { numRuns: 40 },
  )
})

test('the signature covers the one-click headers', async () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  const dkim = { domain: 'school.test', selector: 'mail', privateKey }
  const headers = {
    'List-Unsubscribe': '<https://school.test/unsubscribe?token=x>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
  await createSmtp(server.url, { from: 'school@school.test', dkim, timeouts: TIMEOUTS }).send(
    { ...email, headers },
    async () => true,
  )
  const { raw } = server.received.at(-1)!
  const record = createDkimRecord(dkim).value
  const verify = async (message: string) =>
    (await dkimVerify(message, { resolver: async () => [[record]] })).results.map(({ status }) => status.result)
  expect(await verify(raw)).toEqual(['pass'])
  expect(await verify(raw.replace('token=x', 'token=y'))).toEqual(['fail'])
  expect(await verify(raw.replace('One-Click', 'Two-Click'))).toEqual(['fail'])
})

test('the name of the site stands before the address, unless MAIL_FROM has its own; no name can add a header', async () => {
  const getFrom = async (from: string, senderName: string) => {
    await createSmtp(server.url, { from, timeouts: TIMEOUTS }).send({ ...email, senderName }, async () => true)
    const raw = server.received.at(-1)!.raw
    expect(raw).not.toMatch(/^Bcc:/im)
    return /^From: .*(?:\r\n[ \t].*)*/m.exec(raw)![0].replace(/\s+/g, ' ')
  }
  expect(await getFrom('school@school.test', 'Mill School')).toBe('From: Mill School <school@school.test>')
  expect(await getFrom('school@school.test', 'Mill, "School"')).toBe('From: "Mill, \\"School\\"" <school@school.test>')
  expect(await getFrom('Office <school@school.test>', 'Mill School')).toBe('From: Office <school@school.test>')
  await getFrom('school@school.test', 'Mill\r\nBcc: eve@school.test')
})
