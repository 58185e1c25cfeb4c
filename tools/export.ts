/**
 * `npm run export -- FOLDER [--relative]`: writes the catalogue as files that `npm run import` reads back to the very
 * same. With `--relative` dates are counted in days from today, as a demo needs them.
 */
import { parseArgs } from 'node:util'
import { CannotStart, readConfig } from '#config.ts'
import { exportContent } from '#features/catalog/export.ts'
import { openTool } from './open-tool.ts'

const { values, positionals } = parseArgs({ options: { relative: { type: 'boolean' } }, allowPositionals: true })
const [folder] = positionals
if (!folder) throw new CannotStart('Say where to: npm run export -- FOLDER [--relative]')

// Of a database of whatever mode: this is how courses leave a demo.
const tool = await openTool(readConfig(), 'ignore')
try {
  const exported = await exportContent(tool, folder, values.relative === true ? tool.clock() : null)
  if (exported.ok) console.log(`${exported.value.length} files are in ${folder}.`)
  else {
    console.error(exported.refusal.reason)
    process.exitCode = 1
  }
} finally {
  await tool.close()
}
