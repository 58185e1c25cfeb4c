/** Installs packages that only some commands need on their first use, so that a first start does without them. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const LOCK = 'package-lock.json'
const NPM_OPTIONS = [
  '--include=dev',
  '--global=false',
  '--dry-run=false',
  '--no-audit',
  '--no-fund',
  '--ignore-scripts',
]

/**
 * @param packageFolder holds a package.json and its lock
 * @param name the folder in node_modules, beside the packages of the program
 * @param finish completes the installation in a folder that gets its name only afterwards
 * @returns the folder, or null if npm failed, which then said why
 */
export function installOnDemand(
  packageFolder: string,
  name: string,
  finish: (folder: string) => void = () => {},
): string | null {
  const folder = join(import.meta.dirname, '../node_modules', name)
  if (isInstalled(packageFolder, folder)) return folder
  // Several tests may need the packages at once. The first to finish wins.
  const unfinished = `${folder}.new-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  try {
    for (const file of ['package.json', LOCK]) copyFileSync(join(packageFolder, file), join(unfinished, file))
    const npm = spawnSync('npm', ['ci', ...NPM_OPTIONS, '--loglevel=error'], { cwd: unfinished, stdio: 'inherit' })
    if (npm.status !== 0) return null
    finish(unfinished)
    if (isInstalled(packageFolder, folder)) return folder
    rmSync(folder, { recursive: true, force: true })
    renameSync(unfinished, folder)
    return folder
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}

/** Whether the folder was filled by this lock. */
function isInstalled(packageFolder: string, folder: string): boolean {
  const lock = join(folder, LOCK)
  return existsSync(lock) && readFileSync(lock, 'utf8') === readFileSync(join(packageFolder, LOCK), 'utf8')
}
