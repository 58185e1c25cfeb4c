import { exportContent } from '#catalogue/catalog/files/export.ts'
import { readConfig } from '#config/config.ts'
import { createToolDeps } from '../tool-deps.ts'

export async function runExport(
  folder: string,
  options: { relative?: boolean; withoutMedia?: boolean; own?: boolean },
): Promise<void> {
  // Works with a database of any mode, so that courses can be moved out of a demo.
  const deps = await createToolDeps(readConfig(), 'ignore')
  try {
    const exported = await exportContent(deps, folder, options.relative ? deps.clock() : null, {
      withoutMedia: options.withoutMedia === true,
      own: options.own === true,
    })
    if (exported.ok) console.log(`${exported.value.length} files are in ${folder}.`)
    else {
      console.error(exported.refusal.reason)
      process.exitCode = 1
    }
  } finally {
    await deps.close()
  }
}
