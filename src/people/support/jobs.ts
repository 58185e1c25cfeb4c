/** The inbox jobs. Each one calls a function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { sendAnswerEmail, sendNoticeEmail } from './support-emails.ts'

export async function registerSupportJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('support.answered', (data: { messageId: string }) => sendAnswerEmail(deps, data))
  await jobs.work('support.messages-wait', () => sendNoticeEmail(deps))
}
