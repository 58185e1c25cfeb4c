import { addDemo } from '#app/hosts/demo.ts'
import { readConfig, StartupError } from '#config/config.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runSeed(): Promise<void> {
  const config = readConfig()
  if (config.mode === 'production') throw new StartupError('There is no demo content in production.')
  const deps = await createToolDeps(config)
  try {
    console.log(
      (await addDemo(deps))
        ? 'The database now holds the demo courses.'
        : 'The database holds courses already: nothing was added but missing demo log-ins and gift cards.',
    )
  } finally {
    await deps.close()
  }
}
