import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createDeps } from '#app/create-deps.ts'
import { fillContentGuide } from '#catalogue/catalog/files/guide/content-guide.ts'
import { describeSettings, readConfig } from '#config/config.ts'
import { tokensCss } from '#design/tokens.ts'
import { describePersonalData } from '#people/personal-data/document.ts'
import { generateTypes } from '../generate/database-types.ts'
import { createFallbackFontsCss } from '../generate/fallback-fonts.ts'
import { createFonts } from '../generate/fonts.ts'
import { drawStates } from '../generate/state-diagrams.ts'

export async function runGenerate({ check = false }: { check?: boolean }): Promise<void> {
  const generated = await generateAll()
  const stale = Object.entries(generated).filter(([path, content]) => !read(path)?.equals(Buffer.from(content)))
  for (const [path, content] of stale) {
    if (check) console.log(`${path} is out of date: run npm run u -- generate`)
    else write(path, content)
  }
  if (stale.length === 0) console.log(`${Object.keys(generated).length} generated files are up to date`)
  process.exitCode = check && stale.length > 0 ? 1 : 0
}

async function generateAll(): Promise<Record<string, string | Buffer>> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-generate-'))
  chmodSync(folder, 0o711)
  const { deps, url, close } = await createDeps(readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' }), false)
  try {
    return {
      ...(await createFonts()),
      'src/platform/db/types.gen.ts': await generateTypes(deps.db, url),
      'src/ui/theme/fallback-fonts.gen.css': await createFallbackFontsCss(),
      'src/ui/theme/tokens.gen.css': tokensCss(),
      'content/README.md': fillContentGuide(readFileSync('content/README.md', 'utf8')),
      'docs/personal-data.md': describePersonalData(),
      'docs/states.md': drawStates(),
      'docs/settings.md': listSettings(),
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
    'Environment variables, generated from `src/config/config.ts`.',
    '',
    '| name | default | meaning |',
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
