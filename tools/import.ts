/**
 * `npm run import -- FOLDER [--dry-run] [--remove]`: makes the catalogue what the files of a folder say, and prints
 * each change with the old value and the new one. What the files do not name stays, unless `--remove`.
 */
import { parseArgs } from 'node:util'
import { CannotStart, readConfig } from '#config.ts'
import { changeInWords, namedInWords } from '#features/catalog/changes-in-words.ts'
import { type Imported, importContent } from '#features/catalog/import.ts'
import { openTool } from './open-tool.ts'

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, remove: { type: 'boolean' } },
  allowPositionals: true,
})
const [folder] = positionals
if (!folder) throw new CannotStart('Usage: npm run import -- FOLDER [--dry-run] [--remove]')

const tool = await openTool(readConfig())
try {
  const isTrial = values['dry-run'] === true
  const imported = await importContent(tool, folder, tool.clock(), { isTrial, removes: values.remove === true })
  if (imported.ok) print(imported.value, isTrial)
  else {
    console.error(`${imported.refusal.reason}\nNothing was imported.`)
    process.exitCode = 1
  }
} finally {
  await tool.close()
}

function print({ changes, kept, stayCancelled }: Imported, isTrial: boolean): void {
  for (const change of changes) for (const line of changeInWords(change)) console.log(line)
  for (const one of kept) console.log(`kept     ${namedInWords(one)}, which is not in the files`)
  for (const code of stayCancelled)
    console.log(
      `kept     cohort ${code} cancelled: the files would open it again, and a cancelled cohort stays cancelled`,
    )
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  if (changes.length === 0) console.log('No changes.')
  else console.log(isTrial ? `${count} to be made. This was a dry run: nothing was written.` : `${count} made.`)
}
