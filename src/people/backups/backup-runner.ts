/** Makes the nightly backups of this process, one at a time. docs/contract §41. */
import type { Deps } from '#http/deps.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { makeNightlyBackup } from './nightly-backup.ts'

export type BackupRunner = {
  /** Starts a backup if one is due. Returns at once. */
  wake(): void
  /** Ends a running backup, whose unfinished file is removed. The next process makes it. */
  stop(): Promise<void>
}

export function createBackupRunner(deps: Deps): BackupRunner {
  const stopping = new AbortController()
  let running: Promise<void> | null = null
  return {
    wake() {
      if (stopping.signal.aborted) return
      running ??= makeNightlyBackup(deps, stopping.signal)
        .catch((error) => {
          if (!stopping.signal.aborted) logFailure(deps.log, error, 'the nightly backup failed')
        })
        .finally(() => {
          running = null
        })
    },
    async stop() {
      stopping.abort()
      await running
    },
  }
}
