/** Sends an e-mail again at an admin's request, to its own reader only. docs/contract §34. */
import { toMailbox } from '#domain/contact.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { RefusalCode } from '#domain/refusal.ts'
import type { Deps } from '#http/deps.ts'
import { recordEvent } from '#people/audit-log/record.ts'
import { lockMail, markReplaced, putBackEnded } from '#people/mailing/queries/again.ts'
import { mailSendJob } from '#people/mailing/queue.ts'
import { inOneTransaction } from '#platform/db/transaction.ts'
import { consumeLimit } from '#platform/limits.ts'
import type { ResendWay } from './mail-views.ts'
import { getResendWay } from './resend-way.ts'
import { type EnqueueAgain, getWriteAgain } from './write-again.ts'

const REFUSALS: Partial<Record<ResendWay, RefusalCode>> = {
  waits: 'MAIL_WAITS',
  suppressed: 'MAIL_SUPPRESSED',
  over: 'MAIL_NOT_REPEATABLE',
}

/**
 * A repeat for an e-mail that was written anew changes nothing. The row is locked, so that two requests at once send one
 * e-mail.
 */
export function resendMail(deps: Deps, by: string, mailId: string): Promise<Outcome<{ way: ResendWay }>> {
  return inOneTransaction<{ way: ResendWay }>(deps.db, async (tx) => {
    const mail = await lockMail(tx, mailId)
    if (!mail) return refused('MAIL_NOT_FOUND')
    const way = await getResendWay(tx, mail, deps.clock())
    if (way === 'replaced') return accepted({ way })
    const refusal = REFUSALS[way]
    if (refusal) return refused(refusal)
    const wait = await consumeLimit(tx, 'mailAgainPerRecipient', toMailbox(mail.to_address))
    if (wait) return refused('RATE_LIMITED', { retryAfter: wait })
    if (way === 'anew') {
      const enqueue: EnqueueAgain = (job, data) => deps.jobs.enqueue(tx, job, data, { key: `again ${mail.id}` })
      await markReplaced(tx, mail.id, deps.clock())
      await getWriteAgain(mail.kind)!(enqueue, mail.dedupe_key.slice(mail.kind.length + 1).split(':'))
    } else {
      await putBackEnded(tx, mail.id)
      await deps.jobs.enqueue(tx, mailSendJob, { mailId: mail.id }, { key: mail.id })
    }
    await recordEvent(deps, tx, {
      actor: { kind: 'admin', id: by },
      action: 'mail-sent-again',
      object: { kind: 'mail', id: mail.id },
      details: { kind: mail.kind, way },
    })
    return accepted({ way })
  })
}
