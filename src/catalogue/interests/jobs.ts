/** The jobs of news about courses. Each calls a function that is safe to run twice. */
import { curriculumRequestedJob, interestRequestedJob } from '#catalogue/leads/queue.ts'
import type { Deps } from '#http/deps.ts'
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import { runEach } from '#platform/jobs/run-each.ts'
import { endWithdrawnRequests } from './end-withdrawn.ts'
import { interestCheckJob, interestTellJob } from './queue.ts'
import { sendCurriculum } from './send-curriculum.ts'
import { writeConfirmation, writeDueNews } from './write-news.ts'
import { writeNewsNow } from './write-news-now.ts'

export const interestJobs = (deps: Deps): JobHandler[] => [
  handleJob(interestRequestedJob, (requested) => writeConfirmation(deps, requested)),
  handleJob(curriculumRequestedJob, (requested) => sendCurriculum(deps, requested)),
  handleJob(interestCheckJob, () =>
    runEach(deps.log, {
      writeDueNews: () => writeDueNews(deps),
      endWithdrawnRequests: () => endWithdrawnRequests(deps),
    }),
  ),
  handleJob(interestTellJob, (cohort) => writeNewsNow(deps, cohort)),
]
