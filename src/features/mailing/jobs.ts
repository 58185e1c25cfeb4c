/** The mail worker. */
import type { Deps } from '#http/deps.ts'
import { sendMail } from './send.ts'

export async function mailingJobs(deps: Deps): Promise<void> {
  await deps.jobs.work('mail.send', (data: { mailId: string }) => sendMail(deps, data.mailId))
}
