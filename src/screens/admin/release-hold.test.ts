import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectAssets } from '#media/collect-assets.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { sendMail } from '#people/mailing/send.ts'
import { HeldError } from '#platform/backup/held-error.ts'
import { createHoldCheck, getHold, holdGateways, holdMailer } from '#platform/backup/hold.ts'
import type { Email, Mailer } from '#platform/mail/mailer.ts'
import { reconcile } from '#sell/payments/reconcile.ts'
import { expireOffers } from '#sell/waitlist/end-offers.ts'
import { giveOffers } from '#sell/waitlist/give-offers.ts'
import { givenOrder, givenPaidOrder, refundFirstSeat, sendRefunds } from '../../../tests/world/bought.ts'
import { cards } from '../../../tests/world/selling.ts'
import { endSeat, getOfferTo, givenFull, givenWaiting } from '../../../tests/world/waitlist.ts'
import { createWorld, type World } from '../../../tests/world/world.ts'
import { releaseHold } from './release-hold.ts'

const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS

/** `open` is the world before the backup. `held` is the one after the restore: another process with the same rows. */
let open: World
let held: World
let sent: Email[]
beforeEach(async () => {
  open = await createWorld()
})
afterEach(() => open.close())

/** As a restore leaves it. */
async function hold(backupAt = new Date()): Promise<void> {
  await open.db.insertInto('restore_hold').values({ backup_at: backupAt }).execute()
  sent = []
  const smtp: Mailer = {
    engine: 'smtp',
    send: async (email, handOver) => {
      if (await handOver()) sent.push(email)
      return { is: 'accepted' }
    },
    check: async () => {},
    close: () => {},
  }
  const isHeld = createHoldCheck(open.db)
  held = { ...open, mailer: holdMailer(smtp, isHeld), gateways: holdGateways(open.gateways, isHeld) }
}

async function givenAdmin(): Promise<string> {
  const row = { email: `${randomUUID()}@understudy.test`, name: 'Addy Admin', roles: ['learner', 'community-admin'] }
  return (await open.db.insertInto('person').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const stateOf = async (orderId: string) =>
  (await open.db.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirstOrThrow()).state

const listRefunds = async (orderId: string) => {
  const { provider_intent_id } = await open.db
    .selectFrom('payment')
    .select('provider_intent_id')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow()
  return open.gateway!.listRefunds({ intentId: provider_intent_id! })
}

test('no e-mail leaves before the release, and each leaves once after it, without a lost attempt', async () => {
  const to = `${randomUUID()}@understudy.test`
  const content = { subject: 'A receipt', text: 'text', html: 'html', attachments: [] }
  await open.db.transaction().execute((tx) => enqueueMail(tx, open.jobs, { dedupeKey: `reset:${to}`, to, ...content }))
  await hold()
  const mail = () => open.db.selectFrom('mail').selectAll().where('to_address', '=', to).executeTakeFirstOrThrow()
  const { id } = await mail()
  await sendMail(held, id)
  await held.mailer.send({} as Email, async () => true)
  expect(sent).toEqual([])
  expect(await mail()).toMatchObject({ state: 'queued', attempts: 0, problem: null })

  expect(await releaseHold(held, false)).toMatchObject({ isReleased: true })
  await sendMail(held, id)
  await sendMail(held, id)
  expect(sent).toHaveLength(1)
  expect(await mail()).toMatchObject({ state: 'sent' })
})

test('an owed refund is sent once, and only after the release', async () => {
  const adminId = await givenAdmin()
  const { orderId } = await givenPaidOrder(open)
  await refundFirstSeat(open, adminId, orderId)
  await hold()
  await sendRefunds(held, orderId).catch((error) => expect(error).toBeInstanceOf(HeldError))
  await reconcile(held, 0)
  expect(await listRefunds(orderId)).toEqual([])
  // After a lost dispute, a refund that was marked as sent would count as refused.
  expect(await open.db.selectFrom('refund').select('sent_at').execute()).toEqual([{ sent_at: null }])

  expect(await releaseHold(held, false)).toMatchObject({ isReleased: true, differences: [] })
  await sendRefunds(held, orderId)
  await sendRefunds(held, orderId)
  expect(await listRefunds(orderId)).toHaveLength(1)
})

test('during a hold no payment starts or is cancelled, and no saved card or approval is charged or removed', async () => {
  await hold()
  const gateway = held.gateways.forMethod('card')!
  await expect(gateway.createIntent({} as never)).rejects.toThrow(HeldError)
  await expect(gateway.refund({} as never)).rejects.toThrow(HeldError)
  await expect(gateway.savedCards!.charge('', {} as never)).rejects.toThrow(HeldError)
  await expect(gateway.savedCards!.detach({} as never)).rejects.toThrow(HeldError)
  await expect(gateway.cancelIntent('')).rejects.toThrow(HeldError)
  await expect(held.gateways.forMethod('paypal')!.capture!({} as never)).rejects.toThrow(HeldError)
})

test('the release first asks what became of pending payments: one that was charged is completed, once', async () => {
  const { orderId, clientSecret } = await givenOrder(open)
  await hold()
  // The buyer paid after the backup, as the lost process would have noticed.
  await open.gateway!.sandbox!.confirm({ clientSecret, ...cards.good })
  expect(await stateOf(orderId)).toBe('open')
  expect(await releaseHold(held, false)).toMatchObject({ isReleased: true, differences: [] })
  expect(await stateOf(orderId)).toBe('complete')
  const charges = await open.gateway!.listCharges(new Date(0))
  expect(charges).toHaveLength(1)
})

test('a charge that the restored rows do not know keeps the hold until it is accepted', async () => {
  await hold()
  const intent = await open.gateway!.createIntent({
    key: randomUUID(),
    amount: { minor: 5000, currency: 'USD' },
    reference: randomUUID(),
    returnUrl: 'https://site.test',
    cancelUrl: 'https://site.test',
  })
  await open.gateway!.sandbox!.confirm({ clientSecret: intent.clientSecret!, ...cards.good })
  const first = await releaseHold(held, false)
  expect(first).toMatchObject({ isReleased: false })
  expect(first.differences.flatMap(({ violations }) => violations)).toMatchObject([
    { subject: intent.intentId, provider: 5000, ours: null },
  ])
  expect(await getHold(open.db)).not.toBeNull()
  expect(await releaseHold(held, true)).toMatchObject({ isReleased: true })
  expect(await getHold(open.db)).toBeNull()
})

test('a provider that does not answer keeps the hold', async () => {
  await hold()
  const silent = { ...open.gateway!, listCharges: async () => Promise.reject(new Error('no answer')) }
  await expect(releaseHold({ ...held, gateways: { ...held.gateways, all: [silent] } }, true)).rejects.toThrow(
    'no answer',
  )
  expect(await getHold(open.db)).not.toBeNull()
})

test('accounts that were deleted after the backup are deleted again', async () => {
  const { email } = await givenPaidOrder(open)
  const person = () => open.db.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirst()
  const { id } = (await person())!
  await hold()
  await open.db.insertInto('erasure_to_repeat').values({ person_id: id, erased_at: new Date() }).execute()
  expect(await releaseHold(held, false)).toMatchObject({ isReleased: true, repeatedErasures: 1, openErasures: [] })
  expect(await person()).toBeUndefined()
  expect(await open.db.selectFrom('erasure_to_repeat').selectAll().execute()).toEqual([])
})

test('a process that ran before the restore sees the hold', async () => {
  const isHeld = createHoldCheck(open.db)
  const gateway = holdGateways(open.gateways, isHeld).forMethod('card')!
  expect(await isHeld()).toBe(false)
  await hold()
  await expect(gateway.refund({} as never)).rejects.toThrow(HeldError)
})

test('a held installation deletes no file', async () => {
  const key = `original/${randomUUID()}`
  await open.blobs.put(key, Buffer.from('a file of a younger row'))
  await hold()
  const later = { ...held, clock: () => new Date(Date.now() + 3 * DAY_MS) }
  await collectAssets(later)
  expect(await open.blobs.stat(key)).not.toBeNull()
  await releaseHold(held, false)
  await collectAssets(later)
  expect(await open.blobs.stat(key)).toBeNull()
})

test('a paid checkout is refused during a hold before it holds seats', async () => {
  await hold()
  const before = await open.db.selectFrom('orders').select('id').execute()
  await expect(givenOrder(held)).rejects.toThrow(HeldError)
  expect(await open.db.selectFrom('orders').select('id').execute()).toEqual(before)
})

test('a mail from before an old backup is still sent after the release', async () => {
  const to = `${randomUUID()}@understudy.test`
  const content = { subject: 'A receipt', text: 'text', html: 'html', attachments: [] }
  await open.db.transaction().execute((tx) => enqueueMail(tx, open.jobs, { dedupeKey: `reset:${to}`, to, ...content }))
  const mail = () => open.db.selectFrom('mail').selectAll().where('to_address', '=', to).executeTakeFirstOrThrow()
  const createdAt = new Date(Date.now() - 8 * DAY_MS)
  await open.db.updateTable('mail').set({ created_at: createdAt }).execute()
  await hold(new Date(createdAt.getTime() + 60_000))
  await releaseHold(held, false)
  await sendMail(held, (await mail()).id)
  expect(await mail()).toMatchObject({ state: 'sent' })
})

test('an offer of the waitlist does not end unheard: it has as much time left as at the backup', async () => {
  const { courseCode, orders } = await givenFull(open, 1)
  const entry = await givenWaiting(open, courseCode)
  await endSeat(open, orders[0]!)
  await giveOffers(open, courseCode)
  // The offer was made 30 hours ago, and the backup an hour later.
  const madeAt = new Date(Date.now() - 30 * HOUR_MS)
  const expiresAt = new Date(madeAt.getTime() + 24 * HOUR_MS)
  await open.db.updateTable('waitlist_offer').set({ created_at: madeAt, expires_at: expiresAt }).execute()
  await hold(new Date(madeAt.getTime() + HOUR_MS))
  await expireOffers(held)
  expect(await getOfferTo(open, entry)).toMatchObject({ state: 'offered' })
  await releaseHold(held, false)
  await expireOffers(held)
  const offer = await getOfferTo(open, entry)
  expect(offer).toMatchObject({ state: 'offered' })
  expect(offer!.expires_at.getTime() - Date.now()).toBeGreaterThan(22.9 * HOUR_MS)
})

test('nobody is offered a seat during a hold', async () => {
  const { courseCode, orders } = await givenFull(open, 1)
  const entry = await givenWaiting(open, courseCode)
  await endSeat(open, orders[0]!)
  await hold()
  await giveOffers(held, courseCode)
  expect(await getOfferTo(open, entry)).toBeUndefined()
  await releaseHold(held, false)
  await giveOffers(held, courseCode)
  expect(await getOfferTo(open, entry)).toMatchObject({ state: 'offered' })
})
