/** The worker writes the e-mails about the second factor and passkeys, once for each event. */
import { toZoneTime } from '#domain/schedule.ts'
import type { Deps } from '#http/deps.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import { transact } from '#platform/db/transaction.ts'
import { factorMail } from '../mail/second-factor.ts'
import { personById } from '../queries/people.ts'
import type { FactorChangedEvent } from '../queue.ts'

export async function writeFactorChanged(
  deps: Deps,
  { personId, change, eventId, at }: FactorChangedEvent,
): Promise<void> {
  const { db, config, jobs } = deps
  const person = await personById(db, personId)
  if (!person) return
  const emailContent = factorMail(change, {
    at: toZoneTime(new Date(at), person.timezone_id ?? 'UTC').displayText,
    resetUrl: new URL('/forget-password', config.publicUrl).href,
    sender: deps.site.current,
  })
  const dedupeKey = `${change.is}:${personId}:${eventId}` as const
  await transact(db, (tx) => enqueueMail(tx, jobs, { dedupeKey, to: person.email, ...emailContent }))
}
