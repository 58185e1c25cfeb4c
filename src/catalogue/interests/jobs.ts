/** The jobs of news about courses. Each calls a function that is safe to run twice. */
import type { Deps } from '#http/deps.ts'
import { runEach } from '#platform/jobs/run-each.ts'
import { endWithdrawnRequests } from './end-withdrawn.ts'
import { sendCurriculum } from './send-curriculum.ts'
import { writeConfirmation, writeDueNews } from './write-news.ts'
import { writeNewsNow } from './write-news-now.ts'

export async function registerInterestJobs(deps: Deps): Promise<void> {
  const { jobs } = deps
  await jobs.work('interest.requested', (data: { interestId: string; mailId: string }) => writeConfirmation(deps, data))
  await jobs.work('curriculum.requested', (data: { interestId: string; mailId: string }) => sendCurriculum(deps, data))
  await jobs.work('interest.check', () =>
    runEach(deps.log, {
      writeDueNews: () => writeDueNews(deps),
      endWithdrawnRequests: () => endWithdrawnRequests(deps),
    }),
  )
  await jobs.work('interest.tell', (data: { cohortCode: string }) => writeNewsNow(deps, data))
  await jobs.schedule('interest.check', '*/5 * * * *')
}
