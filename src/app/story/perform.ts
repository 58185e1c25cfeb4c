/** Does one step of the story, by the verbs that the calls of the API use. A refusal is a fault of the plot. */
import { randomUUID } from 'node:crypto'
import { listCohorts } from '#catalogue/catalog/queries.ts'
import { confirmNews } from '#catalogue/interests/course-news.ts'
import { countVisit } from '#catalogue/leads/count-visit.ts'
import { registerInterest } from '#catalogue/leads/interest.ts'
import { joinWaitlist } from '#catalogue/leads/waitlist.ts'
import { DEMO_ACCOUNTS, DEMO_CREATOR } from '#domain/demo.ts'
import { EVERYBODY } from '#domain/messages/learner-choice.ts'
import type { Outcome } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import type { Actor } from '#http/handle.ts'
import { recordJoin } from '#learn/lessons/attendance.ts'
import { getAccess } from '#learn/lessons/course-facts.ts'
import { noteLastSeen } from '#learn/lessons/last-seen.ts'
import { loadCourseFacts } from '#learn/lessons/load-course-facts.ts'
import { markDone } from '#learn/lessons/mark-done.ts'
import { listCourseSessions } from '#learn/live/queries/sessions.ts'
import { createMessage, saveMessage } from '#learn/messages/edit-message.ts'
import { sendMessage } from '#learn/messages/schedule-message.ts'
import { markEmailVerified, personByEmail } from '#people/accounts/queries/people.ts'
import { listNewestMails } from '#people/mailing/queries.ts'
import { answerConversation, changeConversationState } from '#people/support/inbox.ts'
import { leaveMessage } from '#people/support/leave-message.ts'
import { transact } from '#platform/db/transaction.ts'
import { confirmByLink } from '#sell/checkout/free-and-friends/confirm-enrolment.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { buyGiftCard } from '#sell/checkout/gift-cards/buy-gift-card.ts'
import { orderByPaypal } from '#sell/checkout/place-order/order-by-paypal.ts'
import { placeOrder } from '#sell/checkout/place-order/place-order.ts'
import { createQuote } from '#sell/checkout/pricing/create-quote.ts'
import { listOrderLines } from '#sell/orders/queries/order-lines.ts'
import { addCheckoutToken } from '#sell/orders/queries/orders.ts'
import { checkPayment } from '#sell/payments/check-payment.ts'
import { payOrder } from '#sell/payments/pay-order.ts'
import { refundOrder } from '#sell/refunds/refund-order.ts'
import { confirmPlace } from '#sell/waitlist/waitlist-place.ts'
import type { Act, Purchase, Run } from './plot.ts'
import { findConversation, findOrder, listOpenDisputes } from './queries.ts'

const CARDS = { good: '4242424242424242', declined: '4000000000000002', disputed: '4000000000000259' }
const guest = (checkoutToken: string | null = null): Actor => ({ kind: 'guest', checkoutToken })

/** @throws Error if a verb refuses, or if what it goes on with is not there */
export async function perform(deps: Deps, act: Act): Promise<void> {
  switch (act.kind) {
    case 'buy':
      return buy(deps, act)
    case 'confirm-address':
      return confirmAddress(deps, act.person.email)
    case 'visits':
      for (let visit = 0; visit < act.count; visit++)
        need(await countVisit(deps, { attribution: act.touch, ip: randomUUID() }))
      return
    case 'give-card':
      return giveCard(deps, act)
    case 'accept-invitation':
      need(
        await confirmByLink(deps, {
          token: await readLink(deps, act.person.email, 'confirm-enrolment'),
          ip: randomUUID(),
        }),
      )
      return
    case 'pay-balance':
      return payBalance(deps, act)
    case 'refund':
      return refund(deps, act)
    case 'decide-dispute': {
      const [disputeId] = await listOpenDisputes(deps.db, await requireOrder(deps, act))
      await requireSandbox(deps).decideDispute(disputeId ?? '', act.decision)
      return
    }
    case 'join-waitlist': {
      const { person, touch, party: partySize } = act
      const contact = { ...person, ...toTouches(touch) }
      need(await joinWaitlist(deps, { cohortCode: await findCohort(deps, act), partySize, contact, ip: randomUUID() }))
      return
    }
    case 'confirm-waitlist':
      need(await confirmPlace(deps, { token: await readLink(deps, act.person.email, 'waitlist'), ip: randomUUID() }))
      return
    case 'take-offered-seat': {
      const waitlistToken = await readLink(deps, act.person.email, 'waitlist')
      return payByCard(deps, { ...act, ...PLAIN }, { waitlistToken })
    }
    case 'ask-for-news': {
      const contact = { ...act.person, ...toTouches(act.touch) }
      need(await registerInterest(deps, act.about, { code: act.course, contact, ip: randomUUID() }))
      return
    }
    case 'confirm-news':
      need(await confirmNews(deps, { token: await readLink(deps, act.person.email, 'course-news'), ip: randomUUID() }))
      return
    case 'enrol-free':
      need(await giveSeat(deps, await findCohort(deps, act), act.person))
      return
    case 'learn':
      return learn(deps, act)
    case 'attend':
      return attend(deps, act)
    case 'write-message':
      return writeMessage(deps, act)
    case 'ask':
      need(await leaveMessage(deps, { ...act.person, message: act.message, page: act.page, ip: randomUUID() }))
      return
    case 'answer':
      return answer(deps, act)
  }
}

const PLAIN = { pays: 'card', isDeposit: false, promoCode: null, hasGiftCard: false, friends: [], touch: null } as const
type Buying = Omit<Purchase, 'kind'>

async function buy(deps: Deps, purchase: Purchase): Promise<void> {
  return purchase.pays === 'paypal' ? payByPaypal(deps, purchase) : payByCard(deps, purchase)
}

/** As the link in the receipt does. */
async function confirmAddress(deps: Deps, email: string): Promise<void> {
  const personId = await requirePersonId(deps, email)
  await transact(deps.db, (tx) => markEmailVerified(tx, personId))
}

async function payByCard(deps: Deps, purchase: Buying, more: { waitlistToken?: string } = {}): Promise<void> {
  const { orderId, checkoutToken, clientSecret } = toCharge(
    need(await placeOrder(deps, guest(), await createBody(deps, purchase, more), randomUUID())),
  )
  const { pays } = purchase
  if (pays === 'declined-first') {
    await sendCard(deps, clientSecret, CARDS.declined)
    await checkPayment(deps, guest(checkoutToken), { orderId })
  }
  if (pays !== 'never') await sendCard(deps, clientSecret, pays === 'disputed' ? CARDS.disputed : CARDS.good)
  need(await checkPayment(deps, guest(checkoutToken), { orderId }))
}

async function payByPaypal(deps: Deps, purchase: Buying): Promise<void> {
  const placed = need(await orderByPaypal(deps, guest(), await createBody(deps, purchase), randomUUID()))
  const { orderId, checkoutToken, approvalUrl } = placed
  await deps.gateways.forMethod('paypal')?.sandboxPaypal?.answer(approvalUrl.split('/').at(-1) ?? '', 'approve')
  need(await checkPayment(deps, guest(checkoutToken), { orderId }))
}

/** What a browser posts. */
async function createBody(deps: Deps, purchase: Buying, { waitlistToken }: { waitlistToken?: string } = {}) {
  const { person, isDeposit, promoCode, hasGiftCard, friends, touch } = purchase
  const cohortCode = await findCohort(deps, purchase)
  const seats = friends.length + 1
  const codes = {
    ...(promoCode && { promoCode }),
    ...(hasGiftCard && { giftCardCode: await readGiftCard(deps, person.email) }),
    ...(waitlistToken && { waitlistToken }),
  }
  const quote = need(await createQuote(deps, { cohortCode, ip: randomUUID(), seats, ...codes }))
  return {
    quoteId: quote.quoteId,
    courseCode: cohortCode,
    paymentType: isDeposit ? ('deposit' as const) : ('full' as const),
    seats,
    friends: friends.map(({ email, name }) => ({ email, name })),
    consent: { terms: true },
    ...person,
    ...codes,
    ...toTouches(touch),
  }
}

async function giveCard(deps: Deps, act: Extract<Act, { kind: 'give-card' }>): Promise<void> {
  const opened = need(
    await buyGiftCard(
      deps,
      guest(),
      {
        buyer: { name: act.person.name, email: act.person.email },
        recipient: { name: act.to.name, email: act.to.email },
        message: act.message,
        timezoneId: act.person.timezoneId,
        amount: { amount: `${act.dollars}.00`, currency: 'USD' },
        paymentMethod: 'card',
        consent: { terms: true },
        ...toTouches(act.touch),
      },
      randomUUID(),
    ),
  )
  const { orderId, checkoutToken, clientSecret } = toCharge(opened)
  await sendCard(deps, clientSecret, CARDS.good)
  need(await checkPayment(deps, guest(checkoutToken), { orderId }))
}

/** From another browser than the one that placed the order. */
async function payBalance(deps: Deps, act: Run & { person: { email: string } }): Promise<void> {
  const orderId = await requireOrder(deps, act)
  const token = deps.secrets.newToken()
  await transact(deps.db, (tx) => addCheckoutToken(tx, deps.secrets.hash(token), orderId))
  const opened = need(await payOrder(deps, guest(token), orderId, { paymentMethod: 'card' }, randomUUID()))
  const { clientSecret } = toCharge(opened.data)
  await sendCard(deps, clientSecret, CARDS.good)
  need(await checkPayment(deps, guest(token), { orderId }))
}

async function refund(
  deps: Deps,
  { reason, ...act }: Run & { person: { email: string }; reason: string },
): Promise<void> {
  const orderId = await requireOrder(deps, act)
  const lines = await listOrderLines(deps.db, orderId)
  const seats = lines.filter(({ kind }) => kind === 'seats').map(({ id }) => ({ lineId: id }))
  need(await refundOrder(deps, await requirePersonId(deps, ADMIN), orderId, { lines: seats, reason }))
}

/** The next lessons that are open, one after the other. */
async function learn(deps: Deps, { person, course, lessons }: Extract<Act, { kind: 'learn' }>): Promise<void> {
  const member = { personId: await requirePersonId(deps, person.email), audience: 'learner' } as const
  const facts = await loadCourseFacts(deps.db, member, course)
  if (!facts) throw new Error(`${person.email} does not learn in ${course}`)
  await noteLastSeen(deps, facts, getAccess(facts, deps.clock()))
  const open = facts.lessons.filter(({ completedAt, moduleId }) => completedAt === null && moduleId !== null)
  for (const { lessonId } of open.slice(0, lessons)) need(await markDone(deps, member, lessonId))
}

async function attend(deps: Deps, act: Extract<Act, { kind: 'attend' }>): Promise<void> {
  const cohortCode = await findCohort(deps, act)
  const sessions = (await listCourseSessions(deps.db, act.course)).filter((one) => one.cohort_code === cohortCode)
  const session = sessions[act.lesson]
  if (!session) throw new Error(`${cohortCode} has no session ${act.lesson}`)
  const { id: sessionId, lesson_id: lessonId, starts_at: startsAt } = session
  const personId = await requirePersonId(deps, act.person.email)
  await transact(deps.db, (tx) =>
    recordJoin(deps, tx, { personId, sessionId, startsAt, lessonId, courseCode: act.course }),
  )
}

async function writeMessage(deps: Deps, act: Extract<Act, { kind: 'write-message' }>): Promise<void> {
  const { course: courseCode, subject, body } = act
  const teacher = { personId: await requirePersonId(deps, DEMO_CREATOR.email), audience: 'learner' } as const
  const filter = { ...EVERYBODY, learners: null }
  const { messageId } = need(await createMessage(deps, teacher, { courseCode, filter }))
  const text = { subject, body, filter, repliesToSender: true }
  const { version } = need(await saveMessage(deps, teacher, { courseCode, messageId, version: 1, text }))
  if (act.isSent) need(await sendMessage(deps, teacher, { courseCode, messageId, version, sendAt: null }))
}

async function answer(deps: Deps, act: Extract<Act, { kind: 'answer' }>): Promise<void> {
  const conversationId = await findConversation(deps.db, act.person.email)
  if (!conversationId) throw new Error(`${act.person.email} has asked nothing`)
  const target = { conversationId, personId: await requirePersonId(deps, ADMIN) }
  need(await answerConversation(deps, { ...target, message: act.message }))
  if (act.closes) need(await changeConversationState(deps, { ...target, to: 'closed' }))
}

const ADMIN = DEMO_ACCOUNTS.find(({ roles }) => roles.includes('community-admin'))!.email

function need<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value
  throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.fields ?? '')}`)
}

const toTouches = (touch: object | null) => (touch ? { attribution: touch, firstTouch: touch } : {})

function toCharge<Opened extends object>(opened: Opened) {
  if (!('clientSecret' in opened)) throw new Error('no card is asked for')
  return opened as Opened & { orderId: string; checkoutToken: string; clientSecret: string }
}

function requireSandbox(deps: Deps) {
  const sandbox = deps.gateways.forMethod('card')?.sandbox
  if (!sandbox) throw new Error('the story pays at the sandbox only')
  return sandbox
}

const sendCard = (deps: Deps, clientSecret: string, number: string) =>
  requireSandbox(deps).confirm({
    clientSecret,
    number,
    expMonth: 11,
    expYear: deps.clock().getUTCFullYear() + 3,
    cvc: '123',
  })

/** By the place of the cohort among those of its course, as they begin. */
async function findCohort({ db }: Pick<Deps, 'db'>, { course, run }: Run): Promise<string> {
  const cohorts = await listCohorts(db, [course], { of: 'all' })
  const cohort = cohorts[run]
  if (!cohort) throw new Error(`${course} has no cohort ${run}`)
  return cohort.cohort_code
}

async function requireOrder(deps: Deps, { person, ...run }: Run & { person: { email: string } }): Promise<string> {
  const orderId = await findOrder(deps.db, person.email, await findCohort(deps, run))
  if (!orderId) throw new Error(`${person.email} has no order for ${run.course}`)
  return orderId
}

async function requirePersonId(deps: Deps, email: string): Promise<string> {
  const person = await personByEmail(deps.db, email)
  if (!person) throw new Error(`nobody has the address ${email}`)
  return person.id
}

/** The secret of the newest link to this page that was mailed to the address. */
async function readLink(deps: Deps, email: string, page: string): Promise<string> {
  const mails = await listNewestMails(deps.db, email)
  const readToken = (text: string) => /^[\w-]+/.exec(text.split(`/${page}#token=`)[1] ?? '')?.[0]
  const token = mails.map((mail) => readToken(mail.text_body)).find(Boolean)
  if (!token) throw new Error(`no link to ${page} was mailed to ${email}`)
  return token
}

async function readGiftCard(deps: Deps, email: string): Promise<string> {
  const mails = await listNewestMails(deps.db, email)
  const code = mails.map((mail) => /GIFT(-[0-9A-Z]{4}){4}/.exec(mail.text_body)?.[0]).find(Boolean)
  if (!code) throw new Error(`no gift card was mailed to ${email}`)
  return code
}
