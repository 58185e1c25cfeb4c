import { readConfig, StartupError } from '#config/config.ts'
import { resetSecondFactor } from '#people/accounts/second-factor/second-factor.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runRemoveSecondFactor(input: string): Promise<void> {
  const address = input.trim().toLowerCase()
  const deps = await createToolDeps(readConfig())
  try {
    if (!(await resetSecondFactor(deps, address))) throw new StartupError(`No account found for ${address}.`)
    console.log(`${address} can now log in with the password alone, and gets an e-mail about it.`)
  } finally {
    await deps.close()
  }
}
