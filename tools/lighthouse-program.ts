/** Lighthouse is installed when it is first asked for: a first start does without its many packages. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const WANTED = join(import.meta.dirname, 'measure')
const FOLDER = join(import.meta.dirname, '../node_modules/.measure')
const LOCK = 'package-lock.json'

/** @returns the file that Node runs */
export function lighthouseProgram(): string {
  if (textOf(join(FOLDER, LOCK)) !== textOf(join(WANTED, LOCK))) install()
  const folder = join(FOLDER, 'node_modules/lighthouse')
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, bin.lighthouse)
}

function install(): void {
  console.log('Installing Lighthouse. This happens once …')
  mkdirSync(FOLDER, { recursive: true })
  copyFileSync(join(WANTED, 'package.json'), join(FOLDER, 'package.json'))
  copyFileSync(join(WANTED, LOCK), join(FOLDER, LOCK))
  const options = ['ci', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const made = spawnSync('npm', options, { cwd: FOLDER, stdio: 'inherit' })
  if (made.status !== 0) throw new Error('Lighthouse could not be installed: see above.')
}

function textOf(file: string): string | null {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
