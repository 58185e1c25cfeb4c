/** Installs Lighthouse on its first use, so that a first start does without its many packages. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE_FOLDER = join(import.meta.dirname, 'lighthouse-package')
const INSTALL_FOLDER = join(import.meta.dirname, '../../node_modules/.lighthouse')
const LOCK = 'package-lock.json'

/** @returns the file that Node runs */
export function lighthouseProgram(): string {
  if (readText(join(INSTALL_FOLDER, LOCK)) !== readText(join(PACKAGE_FOLDER, LOCK))) install()
  const folder = join(INSTALL_FOLDER, 'node_modules/lighthouse')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin.lighthouse)
}

function install(): void {
  console.log('Installing Lighthouse. This happens once …')
  mkdirSync(INSTALL_FOLDER, { recursive: true })
  copyFileSync(join(PACKAGE_FOLDER, 'package.json'), join(INSTALL_FOLDER, 'package.json'))
  copyFileSync(join(PACKAGE_FOLDER, LOCK), join(INSTALL_FOLDER, LOCK))
  const options = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const result = spawnSync('npm', options, { cwd: INSTALL_FOLDER, stdio: 'inherit' })
  if (result.status !== 0) throw new Error('Lighthouse could not be installed: see above.')
}

function readText(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
