/** The data folder: the built-in database and the secret. */
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StartupError } from '#config/config.ts'

/**
 * Other users may pass through the folder but not list it, because the database may run as another user than the
 * program.
 */
const DATA_MODE = 0o711

/**
 * Creates the folder if it is missing.
 *
 * @returns its real path, spelled as on the disk: macOS treats `Data` and `data` as one folder, and a running database
 *   is recognised by its path
 * @throws StartupError if the folder cannot be created or written
 */
export function createDataDir(path: string): string {
  const dir = resolve(path)
  try {
    createFolders(dir, DATA_MODE)
    accessSync(dir, constants.W_OK | constants.X_OK)
    return realpathSync.native(dir)
  } catch {
    throw new StartupError(
      `The data folder ${dir} cannot be written. Make it writable, or name another one with DATA_DIR.`,
    )
  }
}

/**
 * One folder at a time, because Node's own recursive mkdir never ends below /proc.
 *
 * @returns false if the folder is there already
 */
export function createFolders(dir: string, mode: number): boolean {
  try {
    mkdirSync(dir, { mode })
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return false
    if (code !== 'ENOENT' || dirname(dir) === dir) throw error
    createFolders(dirname(dir), mode)
    mkdirSync(dir, { mode })
    return true
  }
}
