/** The operator's own `npm run u -- audit`, against the database of a running server. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/**
 * Runs the audit and returns its output. Throws with the rows if a promise is broken. This process goes on meanwhile,
 * because the audit may ask a double that lives in it.
 */
export async function audited(dataDir: string, environment: Record<string, string> = {}): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['tools/u.ts', 'audit'], {
    env: { ...process.env, ...environment, NODE_OPTIONS: '', MODE: 'demo', DATA_DIR: dataDir },
  })
  return stdout
}
