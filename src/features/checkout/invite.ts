/** Invites the friends of a group: one mail, one reminder, and nothing else until they accept. Price rule 11. */
import { inZone } from '#domain/schedule.ts'
import { calendarFile } from '#features/catalog/calendar.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { friendOf } from '#features/enrolments/queries.ts'
import { post } from '#features/mailing/post.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { invitationMail } from './mail/invitation.ts'
import { welcomeMail } from './mail/place.ts'
import { hasOpenDispute } from './queries/disputes.ts'
import { invitationById, invitationsOf, noteReminded, noteSent, toRemind } from './queries/invitations.ts'
import { orderById } from './queries/orders.ts'

const REMIND_AFTER_MS = 3 * 24 * 60 * 60 * 1000
type Invitation = Awaited<ReturnType<typeof invitationsOf>>[number]

export async function inviteFriends(deps: Deps, orderId: string): Promise<void> {
  const order = await orderById(deps.db, orderId)
  if (order?.state !== 'complete' || (await hasOpenDispute(deps.db, orderId))) return
  for (const invitation of await invitationsOf(deps.db, orderId)) {
    if (!invitation.sent_at) await write(deps, invitation, false)
  }
}

/** Run each hour. */
export async function remindFriends(deps: Deps): Promise<void> {
  const now = deps.clock()
  for (const id of await toRemind(deps.db, new Date(now.getTime() - REMIND_AFTER_MS), now)) {
    const invitation = await invitationById(deps.db, id)
    if (invitation) await write(deps, invitation, true)
  }
}

/** The link is the same in both mails: it can be worked out again, so nothing but its hash is kept. */
async function write(deps: Deps, invitation: Invitation, isReminder: boolean): Promise<void> {
  const order = await orderById(deps.db, invitation.order_id)
  if (!order) return
  const token = tokenOf(deps, invitation)
  const facts = await factsOf(deps, order)
  const words = invitationMail({
    ...facts,
    name: invitation.name ?? '',
    buyer: order.name,
    url: `${new URL('/confirm-enrolment', deps.config.publicUrl).href}#token=${token}`,
    isReminder,
  })
  await transact(deps.db, async (tx) => {
    const isOurs = isReminder
      ? await noteReminded(tx, invitation.id)
      : await noteSent(tx, invitation.id, deps.secrets.hash(token))
    const dedupeKey = `${isReminder ? 'invitation-reminder' : 'invitation'}:${invitation.id}`
    if (isOurs) await post(tx, deps.jobs, { dedupeKey, to: invitation.email, ...words })
  })
}

/** Once it was sent, that of the secret it was sent under: by its hash the link is found. */
function tokenOf({ secrets }: Deps, { id, token_hash: sent }: Invitation): string {
  const [newest, ...previous] = secrets.macs('invitation', id).map((mac) => mac.toString('base64url'))
  return previous.find((token) => sent && secrets.hash(token).equals(sent)) ?? newest!
}

/** The friend's own welcome, with the dates. */
export async function welcomeFriend(deps: Deps, enrolmentId: string): Promise<void> {
  const friend = await friendOf(deps.db, enrolmentId)
  const order = friend && (await orderById(deps.db, friend.order_id))
  if (!friend || !order) return
  const [facts, calendar] = await Promise.all([
    factsOf(deps, order),
    calendarFile(deps.db, order.course_code, deps.config.publicUrl),
  ])
  const words = welcomeMail({ ...facts, name: friend.name, portalUrl: new URL('/portal', deps.config.publicUrl).href })
  const attachments = calendar ? [calendar] : []
  const mail = { dedupeKey: `welcome:${enrolmentId}:${friend.person_id}`, to: friend.email, ...words, attachments }
  await transact(deps.db, (tx) => post(tx, deps.jobs, mail))
}

async function factsOf(deps: Deps, { course_code: courseCode }: { course_code: string }) {
  const cohort = await getCohortWithTitle(deps, courseCode)
  return {
    courseTitle: cohort?.title ?? courseCode,
    instructor: cohort?.instructor ?? '',
    firstSession: cohort?.startsAt ? inZone(cohort.startsAt, cohort.timezoneId).displayText : null,
    supportAddress: deps.config.supportAddress,
  }
}
