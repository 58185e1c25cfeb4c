import { readConfig } from '#config/config.ts'
import { audit } from '#screens/admin/audit-money.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runAudit(): Promise<void> {
  const deps = await createToolDeps(readConfig(), 'check')
  const results = await audit(deps)
  for (const { id, promise, violations } of results) {
    console.log(`${violations.length === 0 ? 'holds ' : 'BROKEN'} ${id.padEnd(4)} ${promise}`)
    for (const violation of violations.slice(0, 20)) console.log(`         ${JSON.stringify(violation)}`)
  }
  const brokenCount = results.filter(({ violations }) => violations.length > 0).length
  console.log(brokenCount === 0 ? 'No violation.' : `${brokenCount} of ${results.length} rules are broken.`)
  await deps.close()
  process.exitCode = brokenCount === 0 ? 0 : 1
}
