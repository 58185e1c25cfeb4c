/** The job of backups. */
import { defineJob } from '#platform/jobs/define-job.ts'

/** Each hour, because a process may be away at night. */
export const backupCheckJob = defineJob({ name: 'backup.check', cron: '23 * * * *' })
