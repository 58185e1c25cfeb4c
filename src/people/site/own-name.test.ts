/** The name of a school in its e-mails and documents, in production. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readPdf as readCertificate } from '#learn/certificates/documents/certificate-files.ts'
import { certificatesJobs } from '#learn/certificates/jobs.ts'
import { loadFeedFile, putCalendarFeed } from '#learn/live/calendar-feed.ts'
import { accountsJobs } from '#people/accounts/jobs.ts'
import { checkoutJobs } from '#sell/checkout/jobs.ts'
import { readPdf } from '../../../tests/support/pdf.ts'
import { givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { givenHolder } from '../../../tests/world/certificates.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { createTotpSetup } from '../accounts/second-factor/totp.ts'

let world: World
let adminId: string
beforeAll(async () => {
  world = await createWorld(10, {
    MODE: 'production',
    PUBLIC_URL: 'https://mill.test',
    DATA_DIR: './data',
    TRUSTED_PROXIES: '127.0.0.1',
    MAIL_DELIVERY: 'none',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_x',
    STRIPE_API_URL: 'https://127.0.0.1:9',
  })
  await world.db
    .updateTable('site_setting')
    .set((update) => ({
      version: update('version', '+', 1),
      name: 'Mill School',
      support_address: 'help@mill.test',
      seller_name: 'Mill Ltd',
      seller_address: '1 Mill Lane\nLeeds',
      seller_tax_id: 'GB 123',
    }))
    .execute()
  await world.site.reload()
  await world.jobs.work([...accountsJobs(world), ...certificatesJobs(world), ...checkoutJobs(world)])
  const admin = { email: 'ada@mill.test', name: 'Ada Mill' }
  adminId = (await world.db.insertInto('person').values(admin).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => world.close())

test('every e-mail of a sale and its refund is from the school, and none says a word of the demo', async () => {
  const { orderId } = await givenPaidOrder(world)
  await world.runJobs()
  await refundFirstSeat(world, adminId, orderId)
  await sendRefunds(world, orderId)
  await world.runJobs()
  await givenHolder(world)
  await world.runJobs()
  const mails = await world.db.selectFrom('mail').select(['kind', 'subject', 'text_body', 'html_body']).execute()
  expect(mails.length).toBeGreaterThan(2)
  for (const { kind, subject, text_body, html_body } of mails) {
    expect([kind, html_body]).toEqual([kind, expect.stringContaining('>Mill School</p>')])
    expect([kind, text_body]).toEqual([kind, expect.stringContaining('help@mill.test')])
    const words = `${subject} ${text_body} ${html_body}`.replaceAll(/[\w.-]+@understudy\.test/g, '')
    expect([kind, words]).toEqual([kind, expect.not.stringMatching(/understudy|learn the part|make the thing/i)])
  }
})

test('an invoice names the seller, and a certificate its issuer', async () => {
  const { orderId, checkoutToken } = await givenPaidOrder(world)
  await world.runJobs()
  const { invoiceFor } = await import('#sell/documents/invoice.ts')
  const invoice = await invoiceFor(world, { kind: 'guest', checkoutToken }, orderId)
  if (!invoice.ok) throw new Error(invoice.refusal.code)
  const { text } = await readPdf(invoice.value.content as Buffer)
  for (const line of ['Mill Ltd', '1 Mill Lane', 'Leeds', 'GB 123', 'help@mill.test']) expect(text).toContain(line)
  expect(text).not.toMatch(/understudy/i)

  const holder = await givenHolder(world)
  const certificate = await readCertificate(world, holder.personId, holder.certificateId)
  if (!certificate.ok) throw new Error(certificate.refusal.code)
  const bytes = (certificate.value.content as Buffer).toString('latin1')
  expect(bytes).not.toMatch(/understudy/i)
  expect(bytes).toContain('Mill Ltd')
})

test('a calendar and an authenticator app are named by the school', async () => {
  const { personId } = await givenHolder(world)
  const address = await putCalendarFeed(world, personId, false)
  const feed = await loadFeedFile(world, /feed\/(.+)\.ics$/.exec(address)![1]!)
  expect(feed).toMatchObject({ ok: true, value: { content: expect.stringContaining('X-WR-CALNAME:Mill School') } })
  const { uri } = createTotpSetup('ana@cruz.test', world.site.current.name)
  expect(uri).toContain('issuer=Mill%20School')
})
