/** The e-mail to a person who was given a seat. */
import { createCalendarFile } from '#catalogue/catalog/calendar/calendar.ts'
import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { describeAccessEnd } from '#domain/learning/access-term.ts'
import { getRoomPath } from '#domain/learning/room-path.ts'
import type { Deps } from '#http/deps.ts'
import { lockSeatOfPerson } from '#learn/enrolments/queries/moves.ts'
import { createWelcomeTokenIfNeeded } from '#people/accounts/password/set-password.ts'
import { renderEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { Tx } from '#platform/db/db.ts'
import { createFreeSeatMail } from './mail/free-seat-mail.ts'
import { listSessionsAhead } from './queries/targets.ts'

type GivenSeat = { enrolmentId: string; personId: string; cohortCode: string; courseCode: string; timezoneId: string }

/** In the transaction of the gift. A person without a password gets a link that sets one. */
export async function enqueueFreeSeatMail(deps: Deps, tx: Tx, seat: GivenSeat): Promise<void> {
  const { enrolmentId, personId, cohortCode, courseCode } = seat
  const learner = await lockSeatOfPerson(tx, enrolmentId)
  if (!learner) return
  const cohort = await getCohortWithTitle({ ...deps, db: tx }, cohortCode)
  const calendar = await createCalendarFile(tx, cohortCode, deps.config.publicUrl)
  const token = await createWelcomeTokenIfNeeded(tx, deps.secrets, personId)
  const [next] = await listSessionsAhead(tx, cohortCode, deps.clock())
  const hasBegun = cohort?.startsAt ? cohort.startsAt <= deps.clock() : false
  const zone = learner.timezoneId ?? seat.timezoneId
  const content = createFreeSeatMail({
    name: learner.name,
    courseTitle: cohort?.title ?? courseCode,
    instructor: cohort?.instructor ?? '',
    firstSession: cohort?.startsAt && !hasBegun ? formatSessionStart(cohort.startsAt, zone) : null,
    begun: hasBegun ? { nextSession: next ? formatSessionStart(next.starts_at, zone) : null } : null,
    access: describeAccessEnd(learner.accessEndsAt, zone),
    passwordUrl: token && `${new URL('/set-password', deps.config.publicUrl).href}#token=${token}`,
    roomUrl: new URL(getRoomPath(courseCode), deps.config.publicUrl).href,
    sender: deps.site.current,
  })
  await enqueueMail(tx, deps.jobs, {
    dedupeKey: `seat.given:${enrolmentId}`,
    to: learner.email,
    ...renderEmail(content),
    attachments: calendar ? [calendar] : [],
  })
}
