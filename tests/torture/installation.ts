/** Access to the installation of a running server, as the commands of an operator have it. */
import { readConfig } from '#config.ts'
import { createDeps } from '#http/create-deps.ts'
import type { Deps } from '#http/deps.ts'
import { audited } from '../world/audited.ts'
import type { RunningServer } from '../world/server.ts'

const CLEAN_WITHIN_MS = 90_000

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export async function withDeps<Answer>(
  { dataDir }: RunningServer,
  environment: Record<string, string>,
  work: (deps: Deps) => Promise<Answer>,
): Promise<Answer> {
  const { deps, close } = await createDeps(readConfig({ ...environment, MODE: 'demo', DATA_DIR: dataDir }), false)
  try {
    return await work(deps)
  } finally {
    await close()
  }
}

/** Repeats the audit until it is clean. Returns its rows if they are still wrong after the deadline. */
export async function auditUntilClean(
  { dataDir }: RunningServer,
  environment: Record<string, string>,
): Promise<string> {
  const deadline = Date.now() + CLEAN_WITHIN_MS
  for (;;) {
    try {
      await audited(dataDir, environment)
      return ''
    } catch (error) {
      if (Date.now() > deadline) return String((error as { stdout?: string }).stdout ?? error)
      await pause(1000)
    }
  }
}
