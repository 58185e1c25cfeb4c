/** The mails about a free place. Each is written once, whatever repeats the news. */
import { inZone } from '#domain/schedule.ts'
import { calendarFile } from '#features/catalog/calendar.ts'
import { getCohortWithTitle } from '#features/catalog/catalogue.ts'
import { addLink, placeById, unconfirmedById } from '#features/enrolments/queries/unconfirmed.ts'
import { isEnrolled } from '#features/enrolments/queries.ts'
import { post } from '#features/mailing/post.ts'
import { wasWritten } from '#features/mailing/queries.ts'
import type { Deps } from '#http/deps.ts'
import { transact } from '#platform/db/one-transaction.ts'
import { type PlaceFacts, placeAskedMail, placeKnownMail, welcomeMail } from './mail/place.ts'

type Place = { course_code: string; name: string; timezone_id: string }

/** To whoever is named by the address: is this place theirs? One who has one already hears just that. */
export async function writePlaceAsked(deps: Deps, asked: { enrolmentId: string; askId: string }): Promise<void> {
  const place = await unconfirmedById(deps.db, asked.enrolmentId)
  if (!place?.lapses_at) return
  const facts = await factsOf(deps, place)
  const until = inZone(place.lapses_at, place.timezone_id).displayText
  await transact(deps.db, async (tx) => {
    const dedupeKey = `place-asked:${place.id}:${asked.askId}`
    if (await wasWritten(tx, dedupeKey)) return
    if (await isEnrolled(tx, place.course_code, place.person_id)) {
      const words = placeKnownMail({ ...facts, portalUrl: linkTo(deps, '/portal') })
      return post(tx, deps.jobs, { dedupeKey, to: place.email, ...words })
    }
    const token = deps.secrets.newToken()
    await addLink(tx, deps.secrets.hash(token), place.id)
    const words = placeAskedMail({ ...facts, until, url: linkTo(deps, '/confirm-enrolment', token) })
    return post(tx, deps.jobs, { dedupeKey, to: place.email, ...words })
  })
}

/** The welcome, with the dates as a calendar file. */
export async function writeWelcome(deps: Deps, { enrolmentId }: { enrolmentId: string }): Promise<void> {
  const place = await placeById(deps.db, enrolmentId)
  if (!place) return
  const [facts, calendar] = await Promise.all([
    factsOf(deps, place),
    calendarFile(deps.db, place.course_code, deps.config.publicUrl),
  ])
  const words = welcomeMail({ ...facts, portalUrl: linkTo(deps, '/portal') })
  await transact(deps.db, (tx) =>
    post(tx, deps.jobs, {
      dedupeKey: `welcome:${enrolmentId}`,
      to: place.email,
      ...words,
      attachments: calendar ? [calendar] : [],
    }),
  )
}

async function factsOf(deps: Deps, { course_code: courseCode, name, timezone_id: zone }: Place): Promise<PlaceFacts> {
  const cohort = await getCohortWithTitle(deps, courseCode)
  return {
    name,
    courseTitle: cohort?.title ?? courseCode,
    instructor: cohort?.instructor ?? '',
    firstSession: cohort?.startsAt ? inZone(cohort.startsAt, zone).displayText : null,
    supportAddress: deps.config.supportAddress,
  }
}

/** A secret stands behind the #, so that no server's log and no Referer ever holds it. */
function linkTo({ config }: Pick<Deps, 'config'>, path: string, token?: string): string {
  return `${new URL(path, config.publicUrl).href}${token ? `#token=${token}` : ''}`
}
