/** Runs the steps of media files in this process, a few at once. docs/contract §14. */
import { tmpdir } from 'node:os'
import type { Config } from '#config/config.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { findFfmpeg } from '#platform/ffmpeg/find-ffmpeg.ts'
import { type MediaDependencies, runNextStep } from './run-step.ts'
import { createTurns } from './turns.ts'
import { deleteOldWorkFolders } from './work-folders.ts'

export type MediaWorker = {
  /** Starts as many runners as may run. Returns at once. */
  wake(): void
  /** Ends the encoders. Their steps wait for another worker. */
  stop(): Promise<void>
}

/** ffmpeg is looked for at the first step, so that a start does not wait for it. */
export function createMediaWorker(deps: MediaDependencies & { config: Pick<Config, 'media'> }): MediaWorker {
  const { media } = deps.config
  const stopping = new AbortController()
  const runners = new Set<Promise<void>>()
  let search: ReturnType<typeof findFfmpeg> | undefined
  let cleanUp: Promise<void> | undefined
  let wakeCount = 0
  const turns = createTurns()

  const runAll = async () => {
    try {
      cleanUp ??= deleteOldWorkFolders(tmpdir(), new Date())
      await cleanUp
      search ??= findFfmpeg(media)
      const installed = await search
      const ffmpeg = installed.ok ? installed.ffmpeg : null
      while (!stopping.signal.aborted) {
        const count = wakeCount
        // A step may have made others possible.
        if (await runNextStep(deps, ffmpeg, stopping.signal, turns)) worker.wake()
        else if (count === wakeCount) return
      }
    } catch (error) {
      logFailure(deps.log, error, 'a media step could not run')
    }
  }
  const worker: MediaWorker = {
    wake() {
      wakeCount += 1
      while (!stopping.signal.aborted && runners.size < media.encoderCount) {
        const runner: Promise<void> = runAll().finally(() => runners.delete(runner))
        runners.add(runner)
      }
    },
    async stop() {
      stopping.abort()
      await Promise.all(runners)
    },
  }
  return worker
}
