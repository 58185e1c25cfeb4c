/** The job of backups. It starts a backup and does not wait for it, because that takes longer than a job may. */
import { handleJob, type JobHandler } from '#platform/jobs/define-job.ts'
import type { BackupRunner } from './backup-runner.ts'
import { backupCheckJob } from './queue.ts'

export const backupJobs = (runner: Pick<BackupRunner, 'wake'>): JobHandler[] => [
  handleJob(backupCheckJob, async () => runner.wake()),
]
