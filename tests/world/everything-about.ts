/** A row about one person in every table that holds personal data: what an export must tell, and a deletion must remove. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Db, Tx } from '#platform/db/db.ts'
import { addPurchase } from '#sell/orders/queries/gift-card-purchases.ts'
import { leadFills } from './everything-asked.ts'
import { learningFills } from './everything-learned.ts'
import { referralFills } from './everything-referred.ts'
import { savedFills } from './everything-saved.ts'
import { givenSession } from './lessons.ts'
import { givenCourse } from './selling.ts'

export type About = {
  id: string
  email: string
  /** Words that stand in texts about the person, and nowhere else. */
  name: string
}
type OrderFacts = { courseCode: string; orderId: string; adminId: string; lessonId: string; sessionId: string }
/** Each adds its rows, and answers the text by which the export shows that it tells of them. */
export type Fill = (tx: Tx, about: About, location: OrderFacts) => Promise<string>

const soon = () => new Date(Date.now() + 86_400_000)
const hash = () => randomBytes(32)

/** By table. A table that is filled along with another one answers '' and adds nothing. */
export const fills: Readonly<Record<string, Fill>> = {
  person: async (_tx, { email }) => email,
  session: async () => 'device',
  site_role: async (tx, { id }) => {
    await tx.insertInto('site_role').values({ person_id: id, role: 'community_admin' }).execute()
    return 'community_admin'
  },
  course_role: async (tx, { id }, { courseCode }) => {
    const role = { course_code: courseCode.replace(/-1$/, ''), role: 'assistant' as const }
    await tx
      .insertInto('course_role')
      .values({ person_id: id, ...role })
      .execute()
    return 'assistant'
  },
  role_invitation: async (tx, { email }) => {
    const invitation = { email, role: 'creator' as const, token_hash: hash(), expires_at: soon() }
    await tx.insertInto('role_invitation').values(invitation).execute()
    return email
  },
  account_token: async (tx, { id }) => {
    const token = { hash: hash(), person_id: id, purpose: 'welcome' as const, expires_at: soon() }
    await tx.insertInto('account_token').values(token).execute()
    return ''
  },
  sign_up: async (tx, { email, name }) => {
    await tx.insertInto('sign_up').values({ email, name, password_hash: 'x' }).execute()
    return ''
  },
  identity: async (tx, { id, email }) => {
    await tx.insertInto('identity').values({ provider: 'google', subject: id, person_id: id, email }).execute()
    return 'google'
  },
  identity_proof: async (tx, { email, name }) => {
    await tx
      .insertInto('identity_proof')
      .values({ browser_hash: hash(), provider: 'google' as const, subject: 'x', expires_at: soon(), email, name })
      .execute()
    return ''
  },
  passkey: async (tx, { id, name }) => {
    await tx
      .insertInto('passkey')
      .values({ credential_id: id, person_id: id, public_key: hash(), counter: 0, name: `Phone of ${name}` })
      .execute()
    return `Phone of ${name}`
  },
  passkey_challenge: async (tx, { id }) => {
    await tx.insertInto('passkey_challenge').values({ challenge: id, person_id: id }).execute()
    return ''
  },
  totp: async (tx, { id }) => {
    await tx.insertInto('totp').values({ person_id: id, sealed_secret: hash() }).execute()
    return ''
  },
  recovery_code: async (tx, { id }) => {
    await tx.insertInto('recovery_code').values({ person_id: id, hash: hash() }).execute()
    return ''
  },
  orders: async (_tx, _about, { courseCode }) => courseCode,
  order_line: async (tx, _about, { orderId }) => {
    await tx
      .insertInto('order_line')
      .values({
        order_id: orderId,
        position: 0,
        kind: 'seats' as const,
        amount_minor: 5000,
        label: 'One seat in the test',
      })
      .execute()
    return 'One seat in the test'
  },
  payment: async (tx, _about, { orderId }) => {
    const card = { state: 'complete' as const, card_brand: 'visa', card_last4: '4242' }
    await tx
      .insertInto('payment')
      .values({
        order_id: orderId,
        attempt: 1,
        method: 'card' as const,
        provider: 'sandbox' as const,
        ...card,
        amount_minor: 5000,
        currency: 'USD',
      })
      .execute()
    return '4242'
  },
  card_mandate: async (tx, _about, { orderId }) => {
    await tx
      .insertInto('card_mandate')
      .values({ order_id: orderId, mandate_text: 'The mandate in the test', mandate_version: 1, agreed_at: new Date() })
      .execute()
    return 'The mandate in the test'
  },
  reusable_card: async (tx, _about, { orderId }) => {
    await tx
      .insertInto('reusable_card')
      .values({
        order_id: orderId,
        consent_text: 'The reusable card in the test',
        consent_version: 1,
        agreed_at: new Date(),
      })
      .execute()
    return 'The reusable card in the test'
  },
  refund_request: async (tx, _about, { orderId, adminId }) => {
    const { id } = await tx
      .insertInto('refund_request')
      .values({
        order_id: orderId,
        cause: 'admin' as const,
        requested_by: adminId,
        amount_minor: 100,
        reason: 'A reason in the test',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const payment = await tx
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const refund = { payment_id: payment.id, request_id: id, amount_minor: 100, reason: 'admin' }
    await tx
      .insertInto('refund')
      .values({ ...refund, state: 'accepted', provider_refund_id: id })
      .execute()
    return 'A reason in the test'
  },
  refund: async () => 'A reason in the test',
  dispute: async (tx, _about, { orderId }) => {
    const payment = await tx
      .selectFrom('payment')
      .select('id')
      .where('order_id', '=', orderId)
      .executeTakeFirstOrThrow()
    const filled = { provider_dispute_id: randomUUID(), reason: 'duplicate', state: 'closed' as const }
    const dispute = { payment_id: payment.id, amount_minor: 100, currency: 'USD' }
    await tx
      .insertInto('dispute')
      .values({ ...dispute, ...filled, opened_at: new Date(), provider_state_at: new Date(), decided_at: new Date() })
      .execute()
    return 'duplicate'
  },
  invoice_file: async (tx, { name }, { orderId }) => {
    const content = Buffer.from(name)
    await tx
      .insertInto('invoice_file')
      .values({ order_id: orderId, content, content_hash: hash(), names_buyer: true })
      .execute()
    return ''
  },
  enrolment: async (tx, { id }, { courseCode, orderId }) => {
    await tx.insertInto('enrolment').values({ person_id: id, cohort_code: courseCode, order_id: orderId }).execute()
    await tx.updateTable('cohort').set({ taken: 1 }).where('cohort_code', '=', courseCode).execute()
    return courseCode
  },
  seat_move: async (tx, _about, { courseCode, orderId }) => {
    const course_code = courseCode.replace(/-1$/, '')
    const other = `${course_code}-MOVED`
    const cohort = { cohort_code: other, course_code, state: 'open' as const, timezone_id: 'UTC' }
    await tx.insertInto('cohort').values(cohort).execute()
    const dates = { from_cohort_code: other, to_cohort_code: courseCode }
    await tx
      .insertInto('seat_move')
      .values({ order_id: orderId, seat: 1, ...dates })
      .execute()
    return other
  },
  invitation: async (tx, { email, name }, { courseCode, orderId }) => {
    const other = await strangersOrder(tx, courseCode)
    await tx.insertInto('invitation').values({ order_id: other, seat: 2, sent_at: new Date(), email, name }).execute()
    await tx.insertInto('invitation').values({ order_id: orderId, seat: 2, email: 'fern@understudy.test' }).execute()
    return 'fern@understudy.test'
  },
  gift_card_purchase: async (tx, { email, name }) => {
    const bought = { amount_minor: 5000, send_at: new Date(), cancelled_at: new Date() }
    await addPurchase(tx, {
      ...bought,
      recipient_name: 'Wil',
      recipient_email: 'wil@understudy.test',
      message: `With love, ${name}`,
      order_id: await strangersOrder(tx, null, { email, name }),
    })
    await addPurchase(tx, {
      ...bought,
      recipient_name: name,
      recipient_email: email,
      message: `Dear ${name}`,
      order_id: await strangersOrder(tx, null),
    })
    return `With love, ${name}`
  },
  ledger_account: async (tx, { id }) => {
    const account = { id: `credit:${id}:USD`, kind: 'credit' as const, currency: 'USD', balance: 0 }
    await tx.insertInto('ledger_account').values(account).execute()
    return 'balance_minor'
  },
  mail_opt_out: async (tx, { email }) => {
    await tx.insertInto('mail_opt_out').values({ address: email, category: 'session.soon' }).execute()
    return 'session.soon'
  },
  mail_suppression: async (tx, { email, name }) => {
    await tx.insertInto('mail_suppression').values({ address: email, reason: 'bounce', detail: name }).execute()
    return 'bounce'
  },
  mail: async (tx, { email, name }) => {
    const mail = { to_address: email, subject: 'A mail of the test', text_body: name, html_body: name }
    const { id } = await tx
      .insertInto('mail')
      .values({ ...mail, dedupe_key: randomUUID() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('mail_attachment')
      .values({ mail_id: id, position: 0, filename: `${name}.pdf`, content_type: 'application/pdf', content: hash() })
      .execute()
    return 'A mail of the test'
  },
  mail_attachment: async () => '',
  ...leadFills,
  general_enrolment: async (tx, { email, name }, { courseCode }) => {
    const form = { outcome: 'received' as const, course_code: courseCode.replace(/-1$/, ''), seats: 2 }
    const terms = { ...form, terms_accepted_at: new Date() }
    await tx
      .insertInto('general_enrolment')
      .values({ ...terms, email, name })
      .execute()
    // Another buyer's draft, with this person among its friends.
    const friends = JSON.stringify([{ email: 'fern@understudy.test' }, { email, name }])
    await tx
      .insertInto('general_enrolment')
      .values({ ...terms, email: 'gil@understudy.test', name: 'Gil', friends })
      .execute()
    return 'received'
  },
  support_conversation: async (tx, { email, name }, { adminId }) => {
    const { id } = await tx
      .insertInto('support_conversation')
      .values({ email, name, page: '/faq' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('support_message')
      .values({ conversation_id: id, body: `I am ${name}` })
      .execute()
    await tx.insertInto('support_event').values({ conversation_id: id, person_id: adminId, what: 'read' }).execute()
    await tx.insertInto('support_link').values({ hash: hash(), conversation_id: id, expires_at: soon() }).execute()
    return '/faq'
  },
  support_message: async (_tx, { name }) => `I am ${name}`,
  support_event: async () => '',
  support_link: async () => '',
  ...learningFills,
  ...savedFills,
  ...referralFills,
  audit_event: async (tx, { id }) => {
    await tx
      .insertInto('audit_event')
      .values({
        actor_kind: 'learner' as const,
        actor_id: id,
        action: 'account-exported',
        object_kind: 'account',
        object_id: id,
      })
      .execute()
    return 'account-exported'
  },
}

/** Answers, by table, the text that the export must hold. */
export async function insertEverythingAbout(db: Db, about: About, adminId: string): Promise<Map<string, string>> {
  const courseCode = await givenCourse({ db })
  const { lessonId, sessionId } = await givenSession({ db }, courseCode)
  return db.transaction().execute(async (tx) => {
    const orderId = await strangersOrder(tx, courseCode, about)
    const filled = new Map<string, string>()
    for (const [table, fill] of Object.entries(fills))
      filled.set(table, await fill(tx, about, { courseCode, orderId, adminId, lessonId, sessionId }))
    return filled
  })
}

async function strangersOrder(
  tx: Tx,
  cohortCode: string | null,
  buyer: { id?: string; email: string; name: string } = { email: `${randomUUID()}@understudy.test`, name: 'Bea' },
): Promise<string> {
  const product = cohortCode
    ? { product: 'cohort' as const, cohort_code: cohortCode, offer_code: cohortCode, seats: 2 }
    : { product: 'gift-card' as const, seats: 0 }
  const what = { ...product, terms_accepted_at: new Date(), timezone_id: 'UTC' }
  const { id } = await tx
    .insertInto('orders')
    .values({
      subtotal_minor: 5000,
      total_minor: 5000,
      currency: 'USD',
      payment_type: 'full' as const,
      ...what,
      email: buyer.email,
      name: buyer.name,
      person_id: buyer.id ?? null,
      state: 'returned',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
