/** Gives a command access to an installation, which may be running. A command runs no jobs. */

import { createDeps } from '#app/create-deps.ts'
import type { Config } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import type { ModeCheck } from '#platform/db/installation.ts'

export async function createToolDeps(
  config: Config,
  modeCheck: ModeCheck = 'record',
): Promise<Deps & { close(): Promise<void> }> {
  const { deps, close } = await createDeps(config, false, modeCheck)
  return { ...deps, close }
}
