import { readConfig, StartupError } from '#config/config.ts'
import { createSetUpLink } from '#screens/set-up/link.ts'
import { createToolDeps } from '../tool-deps.ts'

/** Prints a new link to the set-up in the browser. */
export async function runSetUp(): Promise<void> {
  const config = readConfig()
  if (config.mode !== 'production') throw new StartupError('Only production is set up. The demo has its log-ins.')
  const deps = await createToolDeps(config)
  try {
    const link = await createSetUpLink(deps)
    if (!link)
      throw new StartupError(
        'This installation is set up. “npm run u -- admin ADDRESS” makes another person a community admin.',
      )
    console.log(`Open this link to set up your site. It works for 24 hours, and replaces earlier ones:\n\n  ${link}`)
  } finally {
    await deps.close()
  }
}
