/** Finds Lighthouse, which is installed on its first use because of its many packages. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { installOnDemand } from '../install-on-demand.ts'

/** @returns the file that Node runs */
export function lighthouseProgram(): string {
  const installed = installOnDemand(join(import.meta.dirname, 'lighthouse-package'), '.lighthouse')
  if (!installed) throw new Error('Lighthouse could not be installed: see above.')
  const folder = join(installed, 'node_modules/lighthouse')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin.lighthouse)
}
