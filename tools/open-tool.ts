/** What a tool needs of an installation that may be running meanwhile. It carries out no jobs. */
import { CannotStart, type Config } from '#config.ts'
import type { Deps } from '#http/deps.ts'
import { openDeps } from '#http/open-deps.ts'
import type { ModeCheck } from '#platform/db/installation.ts'

export async function openTool(
  config: Config,
  modeCheck: ModeCheck = 'record',
): Promise<Deps & { close(): Promise<void> }> {
  const { deps, close } = await openDeps(config, false, modeCheck)
  return { ...deps, close }
}

// As at the server's own start: what is wrong with the settings is said in its sentence alone.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${error instanceof CannotStart ? error.message : error.stack}\n`)
  process.exit(1)
})
