/** Fills a site before its pages are checked: orders in every state, interests, messages. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { giveDemoCertificate, revokeDemoCertificate } from '../world/demo-certificates.ts'
import { logInForTokens, type Person } from '../world/demo-visitor.ts'
import { linkIn, newestMail } from '../world/mailbox.ts'
import type { RunningServer } from '../world/server.ts'

type Json = ReturnType<typeof JSON.parse>
export type Placed = { orderId: string; checkoutToken: string; courseCode: string; email: string }
export type Known = {
  url: string
  dataDir: string
  /** Orders in each state. */
  paid: Placed
  deposit: Placed
  waiting: Placed
  declined: Placed
  asking: Placed
  /** Not approved at PayPal yet. */
  unapproved: Placed
  gift: Placed
  conversation: string
  /** E-mails, by their state. */
  mails: { sent: string; failed: string }
  /** The paths of the pages that verify them. */
  certificates: { valid: string; revoked: string }
  /** Sessions of the demo learner. */
  sessions: { ahead: string; recorded: string }
  /** The path, with its token, of what was mailed. */
  mailed: { setPassword: string; logIn: string; confirm: string; thread: string; courseNews: string }
  /** The page that is sent while the database is away. */
  awayPage?: string
}

const CARDS = {
  good: '4242424242424242',
  declined: '4000000000000002',
  asks: '4000002500003155',
  late: '4000000000000077',
}

export async function getToKnow({ url, dataDir }: RunningServer): Promise<Known> {
  const call = async (path: string, body?: object, token?: string): Promise<Json> => {
    const response = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const api = (path: string, body?: object, token?: string) => call(`/api/v1/${path}`, body, token)
  const bearer = async (person: Person) => (await logInForTokens(url, person)).token
  const confirm = (clientSecret: string, card: keyof typeof CARDS) =>
    call('/sandbox/v1/confirm', { clientSecret, number: CARDS[card], expMonth: 12, expYear: 2040, cvc: '123' })
  const settled = async ({ orderId, checkoutToken }: Placed) => {
    while ((await api(`verify-payment?orderId=${orderId}`, undefined, checkoutToken)).status !== 'complete');
  }

  async function placeOrder(prefix: string, card: keyof typeof CARDS, input: object = {}): Promise<Placed> {
    const { courseCode } = (await api(`courses/${prefix}`)).data.cohorts[0]
    const email = `${card}.${prefix.toLowerCase()}@understudy.test`
    const options = await api('sign-up-payment-options', { courseCode, ...input })
    const { data } = await api('sign-up-payment/card', {
      courseCode,
      quoteId: options.data.quoteId,
      paymentType: 'full',
      name: 'Priya Raman',
      email,
      timezoneId: 'Asia/Manila',
      consent: { terms: true },
      ...input,
    })
    await confirm(data.clientSecret, card)
    return { orderId: data.orderId, checkoutToken: data.checkoutToken, courseCode, email }
  }

  /** Opens a payment at the sandbox PayPal, which nobody approves. */
  async function placeAtPaypal(prefix: string): Promise<Placed> {
    const { courseCode } = (await api(`courses/${prefix}`)).data.cohorts[0]
    const email = `paypal.${prefix.toLowerCase()}@understudy.test`
    const { quoteId } = (await api('sign-up-payment-options', { courseCode })).data
    const buyer = { name: 'Priya Raman', email, timezoneId: 'Asia/Manila', consent: { terms: true } }
    const { data } = await api('sign-up-payment/paypal', { courseCode, quoteId, paymentType: 'full', ...buyer })
    return { orderId: data.orderId, checkoutToken: data.checkoutToken, courseCode, email }
  }

  async function give(): Promise<Placed> {
    const email = 'bea@understudy.test'
    const { data } = await api('gift-cards', {
      buyer: { name: 'Bea', email },
      recipient: { name: 'Rui', email: 'rui@understudy.test' },
      message: 'Happy birthday, Rui!',
      timezoneId: 'Asia/Manila',
      amount: { amount: '100.00', currency: 'USD' },
      consent: { terms: true },
    })
    await confirm(data.clientSecret, 'good')
    return { orderId: data.orderId, checkoutToken: data.checkoutToken, courseCode: '', email }
  }

  const friends = [{ name: 'Jonah Whitlock', email: 'jonah@understudy.test' }]
  const paid = await placeOrder('TUCPR', 'good', { seats: 3, friends })
  const deposit = await placeOrder('NG', 'good', { paymentType: 'deposit' })
  const gift = await give()
  for (const order of [paid, deposit, gift]) await settled(order)
  const waiting = await placeOrder('NG', 'late')
  const declined = await placeOrder('NG', 'declined')
  const asking = await placeOrder('TUCPR', 'asks')
  const unapproved = await placeAtPaypal('NSPR')

  const full = (await api('courses/MTIKPR')).data.cohorts[0].courseCode
  await api('waitlist', { email: 'learner@understudy.test', courseCode: full })
  await api('coming-soon-notification', { data: { email: 'news@understudy.test' }, course: 'VFX' })
  await api('support-messages', {
    email: 'ana@understudy.test',
    name: 'Ana Cruz',
    message: 'Is there a weekend course?',
    page: '/faq',
  })
  const admin = await bearer('admin')
  const conversation = (await api('support-inbox', undefined, admin)).data.conversations[0].conversationId
  await api(`support-inbox/${conversation}/answers`, { message: 'There is one in spring.' }, admin)
  await api('support-messages', { email: 'ben@understudy.test', message: 'Do you take cheques?', page: '/faq' })

  await api('course-enrolment-zero', {
    courseCode: 'DAT',
    name: 'Ivy Tan',
    email: 'ivy.free@understudy.test',
    timezoneId: 'Asia/Manila',
    consent: { terms: true },
  })
  await closeEnrolment(dataDir, 'DAPR')

  await api('admin/mail-suppressions', { email: 'carl@understudy.test', reason: 'complaint', note: 'Ticket 12' }, admin)
  await failMailTo(dataDir, 'ivy.free@understudy.test')
  const findMail = async (query: string): Promise<string> =>
    (await api(`admin/mails?${query}`, undefined, admin)).data.mails[0].mailId

  const sessions: Json[] = (await api('learn/sessions', undefined, await bearer('learner'))).data
  const getSessionId = (isMeant: (session: Json) => boolean): string => sessions.find(isMeant).sessionId

  const path = (link: string) => link.slice(new URL(link).origin.length)
  const mailed = async (to: string, page: string) => path(linkIn(await newestMail(url, to, new RegExp(page)), page))
  return {
    url,
    dataDir,
    paid,
    deposit,
    waiting,
    declined,
    asking,
    unapproved,
    gift,
    conversation,
    mails: { sent: await findMail('kind=receipt&view=sent'), failed: await findMail('view=failed') },
    certificates: {
      valid: await giveDemoCertificate(dataDir, paid.email, 'TUCPR'),
      revoked: await revokeDemoCertificate(dataDir, await giveDemoCertificate(dataDir, deposit.email, 'NG')),
    },
    sessions: {
      ahead: getSessionId(({ state }) => state === 'early'),
      recorded: getSessionId(({ recordingReady }) => recordingReady),
    },
    mailed: {
      setPassword: await mailed(paid.email, 'set-password'),
      // The state that opens it requests its own.
      logIn: '/log-in-link',
      confirm: await mailed('ivy.free@understudy.test', 'confirm-enrolment'),
      thread: await mailed('ana@understudy.test', 'support'),
      courseNews: await mailed('news@understudy.test', 'course-news'),
    },
  }
}

/** Its run has begun: no clock of a running server can be turned. */
async function closeEnrolment(dataDir: string, prefixCode: string): Promise<void> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  await sql`update cohort set enrol_closes_at = now() - interval '1 day' where course_code = ${prefixCode}`.execute(db)
  await close()
}

/** A mail server refused the e-mail. The demo's own never does. */
async function failMailTo(dataDir: string, email: string): Promise<void> {
  const { db, close } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  while ((await sql`select from mail where to_address = ${email} and state = 'sent'`.execute(db)).rows.length === 0)
    await new Promise((resolve) => setTimeout(resolve, 100))
  await sql`update mail set state = 'failed', sent_at = null, problem = '554 5.7.1 Message refused: sender not allowed'
    where to_address = ${email} and state = 'sent'`.execute(db)
  await close()
}
