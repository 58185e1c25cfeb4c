import { readConfig } from '#config/config.ts'
import { rotateCredentialKey } from '#learn/certificates/credentials/rotate-key.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runRotateCredentialKey({ compromised = false }: { compromised?: boolean }): Promise<void> {
  const deps = await createToolDeps(readConfig())
  try {
    const { keyId, signedAgain } = await rotateCredentialKey(deps, compromised)
    console.log(`The key ${keyId} signs credentials from now on.`)
    if (compromised)
      console.log(
        `The earlier key is withdrawn, and ${signedAgain} credentials are signed again. Servers show this within five minutes.`,
      )
  } finally {
    await deps.close()
  }
}
