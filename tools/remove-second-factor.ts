/** `npm run remove-second-factor -- <address>`: for somebody who lost app, recovery codes and passkeys. Ask who they are first. */
import { CannotStart, readConfig } from '#config.ts'
import { liftFactor } from '#features/accounts/second-factor.ts'
import { openTool } from './open-tool.ts'

const address = process.argv[2]?.trim().toLowerCase()
if (!address) throw new CannotStart('Say whose: npm run remove-second-factor -- ana@example.com')
const tool = await openTool(readConfig())
try {
  if (!(await liftFactor(tool, address))) throw new CannotStart(`No account found for ${address}.`)
  console.log(`${address} logs in with the password alone now, and is told by mail.`)
} finally {
  await tool.close()
}
