/** Invites the friends of a group: one mail, one reminder, and nothing else until they accept. Price rule 11. */

import { createCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { formatSessionStart, loadOtherHours } from '#catalogue/catalog/calendar/session-start.ts'
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { describeAccessEnd } from '#domain/learning/access-term.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import type { Deps } from '#http/deps.ts'
import { getFriend } from '#learn/enrolments/queries/friend-seats.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { handleEach } from '#platform/jobs/handle-each.ts'
import { payable } from '#sell/orders/get-order-balance.ts'
import { getOrder } from '#sell/orders/queries/orders.ts'
import { listOrderPayments } from '#sell/orders/queries/payments.ts'
import { getOrderedCohortCode } from '#sell/orders/queries/seat-cohorts.ts'
import { hasOpenDispute } from '#sell/refunds/queries/disputes.ts'
import { invitationMail } from '../mail/invitation.ts'
import { welcomeMail } from '../mail/place.ts'
import { invitationById, listInvitations, noteReminded, noteSent, toRemind } from '../queries/invitations.ts'

const REMIND_AFTER_MS = 3 * 24 * 60 * 60 * 1000
type Invitation = Awaited<ReturnType<typeof listInvitations>>[number]

export async function inviteFriends(deps: Deps, orderId: string): Promise<void> {
  const order = await getOrder(deps.db, orderId)
  if (order?.state !== 'complete' || (await hasOpenDispute(deps.db, orderId))) return
  for (const invitation of await listInvitations(deps.db, orderId)) {
    if (!invitation.sent_at) await write(deps, invitation, false)
  }
}

/** Run each hour. */
export async function remindFriends(deps: Deps): Promise<void> {
  const now = deps.clock()
  await handleEach(
    deps.log,
    await toRemind(deps.db, new Date(now.getTime() - REMIND_AFTER_MS), now),
    async (id) => {
      const invitation = await invitationById(deps.db, id)
      if (invitation) await write(deps, invitation, true)
    },
    (invitationId) => ['a friend was not reminded', { invitationId }],
  )
}

/** Both e-mails have the same link. Its token is derived again, so only its hash is stored. */
async function write(deps: Deps, invitation: Invitation, isReminder: boolean): Promise<void> {
  const order = await getOrder(deps.db, invitation.order_id)
  if (order?.product !== 'cohort') return
  const token = getLinkToken(deps, invitation)
  const cohortCode = (await getOrderedCohortCode(deps.db, order, invitation.seat)) ?? order.cohort_code
  const [facts, payments] = await Promise.all([loadCourseFacts(deps, cohortCode), listOrderPayments(deps.db, order.id)])
  const words = invitationMail({
    ...facts,
    name: invitation.name ?? '',
    buyer: order.name,
    url: `${new URL('/confirm-enrolment', deps.config.publicUrl).href}#token=${token}`,
    isPaid: order.total_minor > 0 && !payable(order, payments, deps.clock()),
    isReminder,
  })
  await transact(deps.db, async (tx) => {
    const isOurs = isReminder
      ? await noteReminded(tx, invitation.id)
      : await noteSent(tx, invitation.id, deps.secrets.hash(token))
    const dedupeKey = `${isReminder ? 'invitation-reminder' : 'invitation'}:${invitation.id}` as const
    if (isOurs) await enqueueMail(tx, deps.jobs, { dedupeKey, to: invitation.email, ...words })
  })
}

/** Derives the token with the secret of the first e-mail, because the hash of that token finds the link. */
function getLinkToken({ secrets }: Deps, { id, token_hash: sent }: Invitation): string {
  const [newest, ...previous] = secrets.macs('invitation', id).map((mac) => mac.toString('base64url'))
  return previous.find((token) => sent && secrets.hash(token).equals(sent)) ?? newest!
}

/** Sends the friend's welcome e-mail with the dates. */
export async function welcomeFriend(deps: Deps, enrolmentId: string): Promise<void> {
  const friend = await getFriend(deps.db, enrolmentId)
  const order = friend && (await getOrder(deps.db, friend.order_id))
  if (!friend || order?.product !== 'cohort') return
  const [facts, calendar] = await Promise.all([
    loadCourseFacts(deps, friend.cohort_code),
    createCalendarFile(deps.db, friend.cohort_code, deps.config.publicUrl),
  ])
  const accessTerm = describeAccessEnd(friend.access_ends_at, facts.timezoneId)
  const words = welcomeMail({ ...facts, name: friend.name, accessTerm })
  const attachments = calendar ? [calendar] : []
  const dedupeKey = `welcome:${enrolmentId}:${friend.person_id}` as const
  const mail = { dedupeKey, to: friend.email, ...words, attachments }
  await transact(deps.db, (tx) => enqueueMail(tx, deps.jobs, mail))
}

async function loadCourseFacts(deps: Deps, cohortCode: string) {
  const cohort = await getCohortWithTitle(deps, cohortCode)
  return {
    courseTitle: cohort?.title ?? cohortCode,
    instructor: cohort?.instructor ?? '',
    firstSession: cohort?.startsAt ? formatSessionStart(cohort.startsAt, cohort.timezoneId) : null,
    otherHours: cohort && (await loadOtherHours(deps.db, cohortCode, cohort.timezoneId)),
    timezoneId: cohort?.timezoneId ?? 'UTC',
    roomUrl: new URL(cohort ? getRoomPath(cohort.courseCode) : '/portal', deps.config.publicUrl).href,
    sender: deps.site.current,
  }
}
