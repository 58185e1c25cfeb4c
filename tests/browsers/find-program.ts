import { existsSync } from 'node:fs'
import { installPackage } from '../../tools/install-package.ts'

/**
 * Returns the first path that exists, after Debian's package was installed where none did.
 *
 * @throws if the program is not here and cannot be installed
 */
export function findProgram(name: string, debianPackage: string, paths: readonly string[]): string {
  const found = paths.find((path) => existsSync(path))
  if (found) return found
  installPackage(debianPackage)
  const installed = paths.find((path) => existsSync(path))
  if (installed) return installed
  throw new Error(`${name} is not installed. Debian and Ubuntu have it in the package ${debianPackage}.`)
}
