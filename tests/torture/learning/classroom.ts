/** A course with videos, its paying learners, and the refunds and disputes that end their access. */
import { randomUUID } from 'node:crypto'
import type { Deps } from '#http/deps.ts'
import { createPasswords } from '#people/accounts/password/passwords.ts'
import { createVerifiedAccount } from '#people/accounts/sign-up/create-verified-account.ts'
import { type Answer, get, post, untilAnswered } from '../../world/buyer.ts'
import { setCertificateRule } from '../../world/certificates.ts'
import { logInForTokens } from '../../world/demo-visitor.ts'
import { givenLesson, givenStoredVideo } from '../../world/lessons.ts'
import { cards, givenCourse } from '../../world/selling.ts'
import { pause } from '../installation.ts'

const PASSWORD = 'three blind mice run'
export const VIDEO_SECONDS = 300
const VIDEOS = 4
const VIDEO_BYTES = 20_000
/** Its holder asks the bank about the charge; the bank can make a dispute of the inquiry. */
const INQUIRY_CARD = { ...cards.good, number: '4000000000001976' }

export type Video = { lessonId: string; assetId: string }
export type Classroom = { url: string; cohortCode: string; courseCode: string; videos: Video[]; textLessonId: string }

/** `won`: frozen, and open again. */
export const ENDS = ['none', 'refund', 'lost', 'won'] as const
export type End = (typeof ENDS)[number]
export type Seat = { email: string; address: string; end: End; orderId: string }

export async function createClassroom(deps: Deps, url: string, seats: number): Promise<Classroom> {
  const cohortCode = await givenCourse(deps, { seats })
  const courseCode = cohortCode.slice(0, -2)
  await setCertificateRule(deps, courseCode)
  const videos: Video[] = []
  for (let count = 0; count < VIDEOS; count++) {
    const { lessonId } = await givenLesson(deps, courseCode, { kind: 'video' })
    const file = { bytes: VIDEO_BYTES, durationMs: VIDEO_SECONDS * 1000 }
    const { assetId } = await givenStoredVideo(deps, courseCode, lessonId, file)
    videos.push({ lessonId, assetId })
  }
  const { lessonId: textLessonId } = await givenLesson(deps, courseCode)
  return { url, cohortCode, courseCode, videos, textLessonId }
}

/** Accounts with a proved address. Each comes from an address of its own. */
export async function createAccounts(deps: Deps, count: number): Promise<Omit<Seat, 'orderId'>[]> {
  const passwords = createPasswords()
  const accounts = Array.from({ length: count }, (_, index) => ({
    email: `learner-${randomUUID()}@understudy.test`,
    address: `10.1.${Math.floor(index / 250)}.${(index % 250) + 1}`,
    end: ENDS[index % ENDS.length]!,
  }))
  for (const { email } of accounts)
    await createVerifiedAccount(
      deps.db,
      passwords,
      { email, name: 'Demo Learner', roles: ['learner'], timezoneId: 'UTC' },
      PASSWORD,
    )
  return accounts
}

export async function logIn(url: string, { email, address }: Pick<Seat, 'email' | 'address'>): Promise<string> {
  const answer = await untilAnswered(() =>
    post(url, '/api/v1/log-in', { email, password: PASSWORD }, { 'x-forwarded-for': address }),
  )
  if (answer.status !== 200) throw new Error(`log-in: ${JSON.stringify(answer)}`)
  return String(answer.body.token)
}

/** Pays for a seat with a card, and waits until the order is complete. */
export async function buySeat({ url, cohortCode }: Classroom, account: Omit<Seat, 'orderId'>): Promise<Seat> {
  const headers = { 'x-forwarded-for': account.address, authorization: `Bearer ${await logIn(url, account)}` }
  const options = await post(url, '/api/v1/sign-up-payment-options', { courseCode: cohortCode }, headers)
  const { quoteId } = require200(options)
  const order = { courseCode: cohortCode, quoteId, paymentType: 'full', timezoneId: 'UTC', consent: { terms: true } }
  const placed = await post(url, '/api/v1/sign-up-payment/card', order, { ...headers, 'idempotency-key': randomUUID() })
  const { orderId, clientSecret, checkoutToken } = require200(placed) as Record<string, string>
  const card = account.end === 'lost' || account.end === 'won' ? INQUIRY_CARD : cards.good
  await post(url, '/sandbox/v1/confirm', { clientSecret, ...card })
  for (;;) {
    const path = `/api/v1/verify-payment?orderId=${orderId}`
    const { body } = await get(url, path, { authorization: `Bearer ${checkoutToken}` })
    if (body.status === 'complete') return { ...account, orderId: orderId! }
    await pause(100)
  }
}

function require200({ status, body }: Answer): Record<string, unknown> {
  if (status !== 200 || !body.data) throw new Error(JSON.stringify({ status, body }))
  return body.data
}

/** Ids by order, for the admin and the bank that end a seat. */
export type SeatRecords = { lineIds: Map<string, string>; disputeIds: Map<string, string> }

export async function readSeatRecords({ db, gateways }: Deps, seats: readonly Seat[]): Promise<SeatRecords> {
  const orderIds = seats.map(({ orderId }) => orderId)
  const lines = await db.selectFrom('order_line').select(['id', 'order_id']).where('order_id', 'in', orderIds).execute()
  const payments = await db
    .selectFrom('payment')
    .select(['order_id', 'provider_intent_id'])
    .where('order_id', 'in', orderIds)
    .execute()
  const disputes = (await gateways.for('sandbox')?.listDisputes({ since: new Date(Date.now() - 3_600_000) })) ?? []
  const orderOf = new Map(payments.map(({ order_id, provider_intent_id }) => [provider_intent_id, order_id]))
  return {
    lineIds: new Map(lines.map(({ id, order_id }) => [order_id, id])),
    disputeIds: new Map(disputes.map(({ intentId, disputeId }) => [orderOf.get(intentId) ?? '', disputeId])),
  }
}

export async function refundSeat(url: string, { orderId }: Seat, { lineIds }: SeatRecords): Promise<void> {
  const answer = await refundLines(url, orderId, [{ lineId: lineIds.get(orderId) ?? '' }])
  if (answer.status !== 200) throw new Error(`refund: ${JSON.stringify(answer)}`)
}

type RefundedLine = { lineId: string; amount?: { amount: string; currency: string } }

/** One idempotent request of an admin, repeated until it is answered. */
export async function refundLines(url: string, orderId: string, lines: RefundedLine[]): Promise<Answer> {
  const { token } = await untilSignedIn(url)
  const headers = { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }
  const body = { lines, reason: 'A test' }
  return untilAnswered(() => post(url, `/api/v1/orders/${orderId}/refunds`, body, headers))
}

async function untilSignedIn(url: string) {
  for (;;) {
    const tokens = await logInForTokens(url, 'admin').catch(() => null)
    if (tokens?.token) return tokens
    await pause(300)
  }
}

/** The bank's page, asked until it shows a result. */
export async function decideDispute(
  url: string,
  { orderId }: Seat,
  { disputeIds }: SeatRecords,
  decision: 'open' | 'won' | 'lost',
): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/sandbox/disputes/${disputeIds.get(orderId)}`, {
      method: 'POST',
      body: new URLSearchParams({ decision }),
      redirect: 'manual',
    }).catch(() => null)
    if (answer?.status === 303) return
    if (answer && answer.status < 500) throw new Error(`dispute ${decision}: ${answer.status}`)
    await pause(300)
  }
}
