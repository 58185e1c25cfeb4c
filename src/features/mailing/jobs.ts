/** The mail worker. */
import type { Deps } from '#http/deps.ts'
import { overdueMails } from './queries.ts'
import { sendMail } from './send.ts'

export async function mailingJobs(deps: Deps): Promise<void> {
  const waits = deps.mailer.engine === 'smtp' ? 'for-others' : 'for-nobody'
  await deps.jobs.work('mail.send', (data: { mailId: string }) => sendMail(deps, data.mailId), waits)
  await deps.jobs.work('mail.sweep', () => queueOverdue(deps))
  await deps.jobs.schedule('mail.sweep', '*/5 * * * *')
}

/** A mail server may be away for longer than a job is tried. */
async function queueOverdue(deps: Deps): Promise<void> {
  if (deps.mailer.engine === 'none') return
  for (const mailId of await overdueMails(deps.db))
    await deps.jobs.enqueue(deps.db, 'mail.send', { mailId }, { key: mailId })
}
