/** The operator's own `npm run audit`, against the database of a running server. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * What it prints when no promise is broken; else throws with the rows. This process goes on meanwhile: a
 * double may live in it that the audit asks, and connections that end.
 */
export async function audited(dataDir: string, environment: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/audit.ts'], {
    env: { ...process.env, ...environment, NODE_OPTIONS: '', MODE: 'demo', DATA_DIR: dataDir },
  })
  return stdout
}
