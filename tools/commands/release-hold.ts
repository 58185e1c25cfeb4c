/** `npm run u -- release-hold`: lets e-mails and payments go after a restore. */
import { readConfig } from '#config/config.ts'
import { releaseHold } from '#screens/admin/release-hold.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runReleaseHold({ acceptDifferences = false }: { acceptDifferences?: boolean }): Promise<void> {
  const deps = await createToolDeps(readConfig())
  try {
    const release = await releaseHold(deps, acceptDifferences)
    if (release.repeatedErasures > 0) console.log(`${release.repeatedErasures} accounts were deleted again.`)
    for (const { personId, code } of release.openErasures)
      console.log(`The account ${personId} was deleted after the backup, and cannot be deleted again yet (${code}).`)
    for (const { promise, violations } of release.differences) {
      console.log(`Differs: ${promise}`)
      for (const violation of violations) console.log(`  ${JSON.stringify(violation)}`)
    }
    if (!release.wasHeld) return console.log('Nothing is held.')
    if (release.isReleased) return console.log('Released: e-mails and payments go within a minute.')
    console.log(
      'Still held. Settle what is listed above, or write it down, and run this again with --accept-differences.',
    )
    process.exitCode = 1
  } finally {
    await deps.close()
  }
}
