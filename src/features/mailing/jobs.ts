/** The jobs that send e-mails. */
import type { Deps } from '#http/deps.ts'
import { listOverdueMails } from './queries.ts'
import { sendMail } from './send.ts'

export async function mailingJobs(deps: Deps): Promise<void> {
  const handlerKind = deps.mailer.engine === 'smtp' ? 'external' : 'internal'
  await deps.jobs.work('mail.send', (data: { mailId: string }) => sendMail(deps, data.mailId), handlerKind)
  await deps.jobs.work('mail.sweep', () => enqueueOverdue(deps))
  await deps.jobs.schedule('mail.sweep', '*/5 * * * *')
}

/** Enqueues unsent e-mails again, because a mail server can be down for longer than a job is retried. */
async function enqueueOverdue(deps: Deps): Promise<void> {
  if (deps.mailer.engine === 'none') return
  for (const mailId of await listOverdueMails(deps.db, deps.clock()))
    await deps.jobs.enqueue(deps.db, 'mail.send', { mailId }, { key: mailId })
}
