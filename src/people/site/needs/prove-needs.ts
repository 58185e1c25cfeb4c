/** The two needs that a person proves: that e-mails arrive, and that somebody has read the privacy page. */
import { randomUUID } from 'node:crypto'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { Deps } from '#http/deps.ts'
import { personById } from '#people/accounts/queries/people.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { enqueueMail } from '#people/mailing/enqueue-mail.ts'
import type { ActingPerson } from '#people/roles/queries.ts'
import { inOneTransaction, transact } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import { createTestEmail } from '../mail/test.ts'
import { markPrivacyRead } from '../queries.ts'
import { mayEditSite } from '../save-site.ts'

/** Sends an e-mail to the admin who asks. */
export async function sendTestMail(deps: Deps, { personId }: ActingPerson): Promise<Outcome<{ to: string }>> {
  const retryAfter = await consumeLimit(deps.db, 'siteTestPerPerson', personId)
  if (retryAfter !== null) return refused('RATE_LIMITED', { retryAfter })
  return inOneTransaction(deps.db, async (tx) => {
    const person = await personById(tx, personId)
    if (!person) return refused('TOKEN_INVALID')
    await enqueueMail(tx, deps.jobs, {
      dedupeKey: `site-test:${randomUUID()}`,
      to: person.email,
      ...createTestEmail({ sender: deps.site.current }),
    })
    return accepted({ to: person.email })
  })
}

export async function confirmPrivacyPage(deps: Deps, person: ActingPerson): Promise<Outcome<null>> {
  if (!(await mayEditSite(deps.db, person))) return refused('OWNER_NEEDED')
  await transact(deps.db, async (tx) => {
    await markPrivacyRead(tx, deps.clock())
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: person.personId },
      action: 'privacy-page-read',
      object: { kind: 'site', id: null },
    })
  })
  return accepted(null)
}
