/** The inbox's jobs: each a shell over a verb that bears being run twice. */
import type { Deps } from '#http/deps.ts'
import { writeAnswer, writeNotice } from './support-emails.ts'

export async function supportJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('support.answered', (data: { messageId: string }) => writeAnswer(deps, data))
  await jobs.work('support.messages-wait', () => writeNotice(deps))
}
