/** The program of `reminders.ts`: a worker that only sends e-mails. It ends by being killed. */

import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { isReminderTrue } from '#learn/live/is-reminder-true.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'

const { deps } = await createDeps(readConfig(), true)
await deps.jobs.work(mailingJobs(deps, { 'session.soon': isReminderTrue }))
process.stdout.write('ready\n')
