/** Writes what is made from something else in this repository; with `--check` it only compares. */
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describeSettings, readConfig } from '#config.ts'
import { standInsCss } from '#domain/stand-ins.ts'
import { tokensCss } from '#domain/tokens.ts'
import { describePersonalData } from '#features/personal-data/document.ts'
import { allEndpoints } from '#hosts/endpoints.ts'
import { openDeps } from '#http/open-deps.ts'
import { makeFonts } from './fonts.ts'
import { generateTypes } from './generate-types.ts'
import { describeApi } from './openapi.ts'
import { dumpSchema } from './schema-dump.ts'
import { drawStates } from './state-diagrams.ts'

const made = await make()
const stale = Object.entries(made).filter(([path, content]) => !read(path)?.equals(Buffer.from(content)))
const check = process.argv.includes('--check')
for (const [path, content] of stale) {
  if (check) console.log(`${path} is not what its sources make it: run npm run generate`)
  else write(path, content)
}
if (stale.length === 0) console.log(`${Object.keys(made).length} generated files are in step`)
process.exitCode = check && stale.length > 0 ? 1 : 0

async function make(): Promise<Record<string, string | Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-generate-'))
  chmodSync(folder, 0o711)
  const { deps, url, close } = await openDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), false)
  try {
    return {
      ...(await makeFonts()),
      'src/platform/db/types.gen.ts': await generateTypes(deps.db, url),
      'src/ui/stand-ins.gen.css': standInsCss(),
      'src/ui/tokens.gen.css': tokensCss(),
      'docs/schema.sql': await dumpSchema(deps.db),
      'docs/personal-data.md': describePersonalData(),
      'docs/states.md': drawStates(),
      'docs/settings.md': listSettings(),
      'docs/api/openapi.json': describeApi(allEndpoints(deps).map((mounted) => mounted.endpoint)),
    }
  } finally {
    await close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function listSettings(): string {
  const rows = describeSettings().map(
    ({ name, description, fallback }) => `| \`${name}\` | ${fallback ? `\`${fallback}\`` : ''} | ${description} |`,
  )
  return [
    '# Settings',
    '',
    'Environment variables, generated from `src/config.ts`.',
    '',
    '| name | unless set | what it does |',
    '| --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null
  }
}

function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  console.log(`wrote ${path}`)
}
