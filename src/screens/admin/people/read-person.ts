/** One person as admins see them. docs/contract §47. */
import { money, toWire } from '#domain/money/money.ts'
import { getOrderStatus } from '#domain/orders/order.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { listPersonIdentities } from '#people/accounts/queries/identity.ts'
import { listPasskeys } from '#people/accounts/queries/passkeys.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { getTotp } from '#people/accounts/queries/second-factor.ts'
import { listLiveSessions } from '#people/accounts/queries/sessions.ts'
import { getSuppression } from '#people/mailing/queries/suppressions.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { requireActionOn, requireSiteAction } from '#people/roles/require-permission.ts'
import {
  listFailedMails,
  listOrdersOfPerson,
  listRolesOfPerson,
  listSeatsOfPerson,
  type PersonOrderRow,
  type PersonRoleRow,
} from '../queries/people.ts'
import type { PersonDetail, PersonRole } from '../wire/people.ts'

const SEATS = 20
const ORDERS = 5
const MAILS = 5

export async function readPerson(
  deps: Pick<Deps, 'db'>,
  admin: ActingPerson,
  personId: string,
): Promise<Outcome<PersonDetail>> {
  const { db } = deps
  const person = await personById(db, personId)
  if (!person) return refused('PERSON_NOT_FOUND')
  const [totp, passkeys, identities, sessions, roles, seats, orders, mails, suppression, change, manage] =
    await Promise.all([
      getTotp(db, personId),
      listPasskeys(db, personId),
      listPersonIdentities(db, personId),
      listLiveSessions(db, personId),
      listRolesOfPerson(db, personId),
      listSeatsOfPerson(db, personId, SEATS),
      listOrdersOfPerson(db, person.email, ORDERS + 1),
      listFailedMails(db, person.email, MAILS),
      getSuppression(db, person.email),
      requireActionOn(db, admin, 'person.help', personId),
      requireSiteAction(db, admin, 'admin.manage'),
    ])
  return accepted({
    personId,
    name: person.name,
    email: person.email,
    createdAt: person.created_at.toISOString(),
    timezoneId: person.timezone_id,
    isEmailProved: person.email_verified_at !== null,
    logIn: {
      hasPassword: person.password_hash !== null,
      secondFactorSince: totp?.confirmed_at?.toISOString() ?? null,
      passkeys: passkeys.length,
      providers: identities.map(({ provider }) => provider),
    },
    sessions: sessions.map((session) => ({
      sessionId: session.id,
      device: session.device,
      isAdmin: session.audience === 'admin',
      lastUsedAt: session.rotated_at.toISOString(),
    })),
    roles: roles.map(toPersonRole),
    seats: seats.map((seat) => ({
      title: seat.title,
      cohortName: seat.cohort_name,
      hasEnded: seat.state === 'cancelled',
      since: seat.created_at.toISOString(),
    })),
    orders: { newest: orders.slice(0, ORDERS).map(toOrder), hasMore: orders.length > ORDERS },
    failedMails: mails.map((mail) => ({
      mailId: mail.id,
      kind: mail.kind,
      subject: mail.subject,
      problem: mail.problem,
      isSuppressed: mail.state === 'suppressed',
      at: mail.created_at.toISOString(),
    })),
    suppression: suppression ? { detail: suppression.detail, since: suppression.created_at.toISOString() } : null,
    isSelf: personId === admin.personId,
    mayChange: change.ok,
    mayManageAdmins: manage.ok,
  })
}

function toPersonRole({ role, course_code: courseCode, title, granted_at }: PersonRoleRow): PersonRole {
  const course = courseCode === null ? null : { courseCode, title: title ?? courseCode }
  return { role, course, since: granted_at.toISOString() } as PersonRole
}

function toOrder(order: PersonOrderRow): PersonDetail['orders']['newest'][number] {
  return {
    orderId: order.id,
    orderNumber: `U-${order.number}`,
    status: getOrderStatus(order.state),
    title: order.title ?? 'Gift card',
    total: toWire(money(order.total_minor, order.currency)),
    due: order.due_minor > 0 ? toWire(money(order.due_minor, order.currency)) : null,
    placedAt: order.created_at.toISOString(),
  }
}
