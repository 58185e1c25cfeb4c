/** The worker writes the e-mails of a waitlist, once for each event, even if a job runs again. */

import { formatSessionStart } from '#catalogue/catalog/calendar/session-start.ts'
import { getCohortWithTitle } from '#catalogue/catalog/catalogue.ts'
import { addWaitlistLink, getEntry } from '#catalogue/leads/queries/waitlist.ts'
import { plainName } from '#domain/contact.ts'
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { getOffer } from '#learn/enrolments/queries/waitlist-offers.ts'
import type { RenderedEmail } from '#people/mailing/email.tsx'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { MailKey } from '#people/mailing/mail-kinds.ts'
import { hasMail } from '#people/mailing/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { createConfirmationMail, createOfferMail, type WaitlistMailInput } from './mail/waitlist.ts'

/** Asks the person to confirm the address. */
export async function writeConfirmation(deps: Deps, event: { entryId: number; mailId: string }): Promise<void> {
  const entry = await getEntry(deps.db, event.entryId)
  if (!entry || entry.confirmed_at || entry.left_at) return
  await writeMail(deps, entry, `waitlist:${event.mailId}`, createConfirmationMail)
}

/** Offers the seats. Nothing is sent once the offer has ended. */
export async function writeOffer(deps: Deps, { offerId }: { offerId: string }): Promise<void> {
  const offer = await getOffer(deps.db, offerId)
  const entry = offer && (await getEntry(deps.db, offer.entry_id))
  if (offer?.state !== 'offered' || !entry) return
  await writeMail(deps, entry, `waitlist-offer:${offerId}`, (input) =>
    createOfferMail({ ...input, until: toZoneTime(offer.expires_at, input.timezoneId).displayText }),
  )
}

type Entry = NonNullable<Awaited<ReturnType<typeof getEntry>>>

async function writeMail(
  deps: Deps,
  entry: Entry,
  dedupeKey: MailKey,
  createMail: (input: WaitlistMailInput & { timezoneId: string }) => RenderedEmail,
): Promise<void> {
  const cohort = await getCohortWithTitle(deps, entry.cohort_code)
  if (!cohort) return
  const timezoneId = entry.timezone_id ?? cohort.timezoneId
  await transact(deps.db, async (tx) => {
    if (await hasMail(tx, dedupeKey)) return
    const token = deps.secrets.newToken()
    await addWaitlistLink(tx, deps.secrets.hash(token), entry.id)
    // The token is in the fragment, so that it never reaches a server log or a Referer header.
    const createLink = (path: string) => `${new URL(path, deps.config.publicUrl).href}#token=${token}`
    const mail = createMail({
      timezoneId,
      name: plainName(entry.name),
      title: cohort.title,
      seats: entry.party_size,
      startsAt: cohort.startsAt && formatSessionStart(cohort.startsAt, timezoneId),
      url: createLink('/waitlist'),
      leaveUrl: createLink('/waitlist?leave=1'),
      sender: deps.site.current,
    })
    await enqueueMail(tx, deps.jobs, { dedupeKey, to: entry.email, ...mail })
  })
}
