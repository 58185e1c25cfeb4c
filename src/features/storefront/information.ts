/**
 * The texts of the information pages: files that an operator changes without code. They are read anew
 * for every rendering, so that a change shows at once; a wrong one keeps the site from starting.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { CannotStart } from '#config.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import { INFORMATION_PAGES, type InformationPage } from '#domain/site-addresses.ts'
import { Images } from '#features/catalog/content-schema.ts'
import type { Deps } from '#http/deps.ts'
import { readYaml } from '#platform/yaml-file.ts'
import { type InformationText, readText } from './information-text.ts'

const text = z.string().trim().min(1, 'is empty')

const FrontMatter = z.strictObject({
  /** Names the page: in the tab, in search results, and above it unless it has a `heading`. */
  title: text,
  heading: text.optional(),
  description: text,
  lead: text,
  updatedAt: z.iso.date('is a date such as 2026-11-21'),
  /** A list of the page's sections beside them. */
  contents: z.boolean().default(false),
  action: z.strictObject({ label: text, href: text }).optional(),
  art: Images.optional(),
})

export type Information = z.output<typeof FrontMatter> & InformationText & { name: InformationPage; heading: string }

type Settings = { config: Pick<Deps['config'], 'pagesDir' | 'supportAddress'> }

/** Refused with all faults as `reason`, one a line. */
export async function readInformation({ config }: Settings, name: InformationPage): Promise<Outcome<Information>> {
  const path = join(config.pagesDir, `${name}.md`)
  const faults: string[] = []
  const whole = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    faults.push(`${path} cannot be read (${error.code})`)
    return null
  })
  const page = whole === null ? null : readPage(filled(whole, path, config.supportAddress, faults), path, faults)
  if (!page || faults.length > 0) return refused('INTERNAL', { reason: faults.join('\n') })
  return accepted({ ...page, name, heading: page.heading ?? page.title })
}

/** @throws CannotStart with the faults of all pages, by file and line */
export async function requireInformation(config: Settings['config']): Promise<void> {
  const pages = await Promise.all(INFORMATION_PAGES.map((name) => readInformation({ config }, name)))
  const faults = pages.flatMap((page) => (page.ok ? [] : [page.refusal.reason]))
  if (faults.length > 0) throw new CannotStart(faults.join('\n'))
}

const EDGE = '---'

function readPage(whole: string, path: string, faults: string[]) {
  const lines = whole.split('\n')
  const end = lines.indexOf(EDGE, 1)
  if (lines[0] !== EDGE || end < 0) {
    faults.push(`${path}:1 begins and ends what is said about the page with a line of ${EDGE}`)
    return null
  }
  const about = readYaml(FrontMatter, lines.slice(1, end).join('\n'), path, faults, 2)
  const body = readText(lines.slice(end + 1).join('\n'), (line, message) => {
    faults.push(`${path}:${line + end + 1} ${message}`)
  })
  return about.value && { ...about.value, ...body }
}

/** Puts in what only the settings know: `{support}`. */
function filled(whole: string, path: string, support: string, faults: string[]): string {
  const lines = whole.split(/\r?\n/).map((line, index) =>
    line.replace(/\{([a-z]+)\}/gi, (given, name: string) => {
      if (name === 'support') return support
      faults.push(`${path}:${index + 1} ${given} is not known: only {support} is filled in`)
      return given
    }),
  )
  return lines.join('\n')
}
