/** The program of `reminders.ts` and `messages.ts`: a worker that only writes messages and sends e-mails. It ends by being killed. */

import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { isReminderTrue } from '#learn/live/is-reminder-true.ts'
import { messagesJobs } from '#learn/messages/jobs.ts'
import { isMessageTrue } from '#learn/messages/write-message.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'

const { deps } = await createDeps(readConfig(), true)
await deps.jobs.work([
  ...messagesJobs(deps),
  ...mailingJobs(deps, { 'session.soon': isReminderTrue, 'course.news': isMessageTrue }),
])
process.stdout.write('ready\n')
