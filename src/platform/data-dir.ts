/** The folder of everything that must last. */
import { accessSync, constants, mkdirSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CannotStart } from '#config.ts'

/**
 * Makes the folder where it is missing; answers its real path, in the letters that it has on the disk: to
 * macOS `Data` and `data` are one folder, and a running database is known by its path.
 *
 * @throws CannotStart where it cannot be made or written
 */
export function makeDataDir(path: string): string {
  const dir = resolve(path)
  try {
    makeEach(dir)
    accessSync(dir, constants.W_OK | constants.X_OK)
    return realpathSync.native(dir)
  } catch {
    throw new CannotStart(
      `The data folder ${dir} cannot be written. Make it writable, or name another one with DATA_DIR.`,
    )
  }
}

/**
 * Step by step: Node's own recursive mkdir never ends below /proc. Others may pass through the folder
 * but not look around: the database may run as another user than the program.
 */
function makeEach(dir: string): void {
  try {
    mkdirSync(dir, { mode: 0o711 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    if (code !== 'ENOENT' || dirname(dir) === dir) throw error
    makeEach(dirname(dir))
    mkdirSync(dir, { mode: 0o711 })
  }
}
