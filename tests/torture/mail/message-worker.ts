/** A worker that only writes messages to learners and sends e-mails. */
import { createDeps } from '#app/create-deps.ts'
import { readConfig } from '#config/config.ts'
import { messagesJobs } from '#learn/messages/jobs.ts'
import { isMessageTrue } from '#learn/messages/write-message.ts'
import { mailingJobs } from '#people/mailing/jobs.ts'

const { deps } = await createDeps(readConfig(), true)
await deps.jobs.work([...messagesJobs(deps), ...mailingJobs(deps, { 'course.news': isMessageTrue })])
process.stdout.write('ready\n')
