/** The story of a demo beside its visitors: begun after the first page can be answered, ended with the server. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Deps } from '#http/deps.ts'
import { logFailure } from '#platform/db/unavailable.ts'
import { say } from '#platform/log.ts'
import { getStory } from '#sandbox/story-record.ts'
import { listJobHandlers } from '../hosts/worker.ts'
import { tellStory } from './tell-story.ts'

export type StoryTeller = { start(): void; isRunning(): boolean; stop(): Promise<void> }

/** Jobs of the story wake no worker: films and backups belong to the demo itself. */
const ASLEEP = { wake: () => {} }
const PERCENT_OF_A_LINE = 25
/** The database may be away for a moment, or not have noticed yet that the program before was killed. */
const PAUSE_MS = 5_000

/** @param isOverloaded whether the server refuses requests now */
export function createStoryTeller(deps: Deps, isOverloaded: () => boolean): StoryTeller {
  const ending = new AbortController()
  // From the start of the worker on, which comes before the story.
  let isRunning = deps.config.demoStory
  let told: Promise<void> | null = null
  let saidPercent = -1

  /** True if nothing is left to tell. */
  const tell = async () => {
    const story = await getStory(deps.db)
    if (!story || story.isTold) return true
    if (saidPercent < 0) say('\n  Writing the demo’s last twelve weeks while you look around …')
    saidPercent = Math.max(saidPercent, 0)
    const began = performance.now()
    const onProgress = (percent: number) => {
      if (percent < saidPercent + PERCENT_OF_A_LINE || percent >= 100) return
      saidPercent = percent - (percent % PERCENT_OF_A_LINE)
      say(`  … ${saidPercent} %`)
    }
    const listHandlers = (past: Deps) => listJobHandlers(past, ASLEEP, ASLEEP)
    const isTold = await tellStory(deps, { listHandlers, signal: ending.signal, isOverloaded, onProgress })
    const seconds = Math.round((performance.now() - began) / 1000)
    if (isTold) say(`  The demo has twelve weeks behind it now. They took ${seconds} s to write.`)
    return isTold
  }
  const tellUntilDone = async () => {
    while (!ending.signal.aborted) {
      try {
        if (await tell()) return
      } catch (error) {
        logFailure(deps.log, error, 'the demo’s story goes on in some seconds')
      }
      await pause(PAUSE_MS, undefined, { signal: ending.signal }).catch(() => {})
    }
  }
  return {
    start() {
      told ??= tellUntilDone().finally(() => {
        isRunning = false
      })
    },
    isRunning: () => isRunning,
    async stop() {
      ending.abort()
      await told
    },
  }
}
