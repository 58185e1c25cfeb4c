/**
 * `npm run import -- FOLDER [--dry-run] [--remove]`: makes the catalogue what the files of a folder say, and tells
 * what that changes. What the files do not name stays, unless `--remove`.
 */
import { parseArgs } from 'node:util'
import { CannotStart, readConfig } from '#config.ts'
import { importContent } from '#features/catalog/import.ts'
import { openTool } from './open-tool.ts'

const CALLED = {
  refundTerms: 'refund terms',
  creators: 'creator',
  promoCodes: 'promo code',
  courses: 'course',
  runs: 'run',
  offers: 'offer',
}

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, remove: { type: 'boolean' } },
  allowPositionals: true,
})
const [folder] = positionals
if (!folder) throw new CannotStart('Say from where: npm run import -- FOLDER [--dry-run] [--remove]')

const tool = await openTool(readConfig())
try {
  const isTrial = values['dry-run'] === true
  const imported = await importContent(tool, folder, tool.clock(), { isTrial, removes: values.remove === true })
  if (imported.ok) tell(imported.value, isTrial)
  else {
    console.error(`${imported.refusal.reason}\nNothing was imported.`)
    process.exitCode = 1
  }
} finally {
  await tool.close()
}

function tell(
  { changes, kept }: Extract<Awaited<ReturnType<typeof importContent>>, { ok: true }>['value'],
  isTrial: boolean,
): void {
  for (const { kind, code, how, fields } of changes)
    console.log(`${how.padEnd(8)} ${CALLED[kind]} ${code}${fields.length > 0 ? `: ${fields.join(', ')}` : ''}`)
  for (const { kind, code } of kept) console.log(`kept     ${CALLED[kind]} ${code}, which is not in the files`)
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  if (changes.length === 0) console.log('Everything is as the files say.')
  else console.log(isTrial ? `${count} to be made. This was a dry run: nothing was written.` : `${count} made.`)
}
