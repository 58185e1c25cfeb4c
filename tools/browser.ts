/** Finds a browser for the journeys, and brings one where there is none. */
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const PLACES = [
  ...['/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'].flatMap((folder) =>
    [...NAMES, 'chrome'].map((name) => join(folder, name)),
  ),
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** An installed one first, then Playwright's own download, then Debian's package. */
export async function findBrowser(): Promise<string> {
  const found = installed() ?? downloaded() ?? packaged()
  if (found) return found
  throw new Error('No browser was found and none could be brought: install Chromium or Google Chrome, then try again.')
}

function installed(): string | null {
  const inPath = (process.env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...inPath, ...PLACES].find((path) => isExecutable(path) && runs(path)) ?? null
}

function downloaded(): string | null {
  const own = chromium.executablePath()
  if (existsSync(own)) return runs(own) ? own : null
  console.log('No browser is installed here: downloading one for the tests …')
  const cli = join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js')
  spawnSync(process.execPath, [cli, 'install', '--no-shell', 'chromium'], { stdio: 'inherit' })
  return existsSync(own) && runs(own) ? own : null
}

function packaged(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log("Installing the system's own Chromium for the tests …")
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const options of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    spawnSync('apt-get', options, { stdio: 'inherit', env: environment })
  }
  return installed()
}

/** Some systems have a file of that name which only says how to get a browser, and some lack a library. */
function runs(path: string): boolean {
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 30_000 })
  return asked.status === 0 && /\d+\.\d+/.test(asked.stdout)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
