/** The program of `reminders.ts`: a worker that only sends e-mails. It ends by being killed. */
import { readConfig } from '#config.ts'
import { isReminderTrue } from '#features/live/is-reminder-true.ts'
import { mailingJobs } from '#features/mailing/jobs.ts'
import { createDeps } from '#http/create-deps.ts'

const { deps } = await createDeps(readConfig(), true)
await mailingJobs(deps, { 'session.soon': isReminderTrue })
process.stdout.write('ready\n')
