/**
 * Reads the texts of the information pages from files that an operator can change. Each rendering reads
 * them again, so that a change is visible at once. A fault prevents the start.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { ImagesSchema } from '#catalogue/catalog/files/content-schema.ts'
import { StartupError } from '#config/config.ts'
import { isWholeAddress } from '#domain/learning/text-address.ts'
import { POLICY_FIGURES, REFUND_POLICIES, summariseRefund } from '#domain/orders/refund-policy.ts'
import { accepted, type Outcome, refused } from '#domain/outcome.ts'
import type { InformationBody, PublishedInformation } from '#domain/site/information-body.ts'
import type { Site } from '#domain/site/site.ts'
import { INFORMATION_PAGES, type InformationPage } from '#domain/site-addresses.ts'
import type { Deps } from '#http/deps.ts'
import { decodeTextFile } from '#platform/text-file.ts'
import { readYaml } from '#platform/yaml-file.ts'
import { type InformationText, parseInformationText } from './information-text.ts'

const requiredText = z.string().trim().min(1, 'is empty')

const FrontMatter = z.strictObject({
  /** Shown in the tab, in search results, and as the heading unless `heading` is set. */
  title: requiredText,
  heading: requiredText.optional(),
  description: requiredText,
  lead: requiredText,
  updatedAt: z.iso.date('is not a date such as 2026-11-21'),
  /** Shows a table of contents beside the sections. */
  contents: z.boolean().default(false),
  action: z
    .strictObject({
      label: requiredText,
      href: requiredText.refine(
        isWholeAddress,
        'is no whole address: write https://…, or a path of the site such as /faq',
      ),
    })
    .optional(),
  art: ImagesSchema.optional(),
})

export type Information = z.output<typeof FrontMatter> & InformationText & { name: InformationPage; heading: string }

type InformationDependencies = {
  config: Pick<Deps['config'], 'pagesDir'>
  site: {
    current: Pick<Site, 'supportAddress' | 'sellerLines'>
    /** Absent: only files. */
    pages?: ReadonlyMap<string, PublishedInformation>
  }
}

const SHIPPED_FOLDER = 'content/pages'

/** Whether PAGES_DIR names files of the operator's own, which win over everything in the browser. */
export const hasOwnFolder = ({ pagesDir }: Pick<Deps['config'], 'pagesDir'>): boolean => pagesDir !== SHIPPED_FOLDER

/** Refuses with all faults as `reason`, one per line. */
export async function readInformation(
  { config, site }: InformationDependencies,
  name: InformationPage,
): Promise<Outcome<Information>> {
  const path = join(config.pagesDir, `${name}.md`)
  const faults: string[] = []
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    faults.push(`${path} cannot be read (${error.code})`)
    return null
  })
  const source = bytes && decodeTextFile(bytes, path, faults)
  const shipped = source === null ? null : readPage(fillPlaceholders(source, path, site.current, faults), path, faults)
  const own = hasOwnFolder(config) ? undefined : site.pages?.get(name)
  const page = shipped && own ? { ...shipped, ...readOwnText(own, site.current, faults) } : shipped
  if (!page || faults.length > 0) return refused('INTERNAL', { reason: faults.join('\n') })
  return accepted({ ...page, name, heading: page.heading ?? page.title })
}

/** A text from the browser. Its table of contents, picture and button are those of the shipped page. */
function readOwnText(
  { body, publishedAt }: PublishedInformation,
  site: InformationDependencies['site']['current'],
  faults: string[],
) {
  const fill = (text: string) => fillPlaceholders(text, 'line', site, faults, (plain) => plain)
  const markdown = fillPlaceholders(body.text, 'line', site, faults)
  const text = parseInformationText(markdown, (line, message) => faults.push(`line ${line}: ${message}`))
  return {
    ...text,
    title: fill(body.title),
    heading: fill(body.heading) || undefined,
    description: fill(body.description),
    lead: fill(body.lead),
    updatedAt: publishedAt.toISOString().slice(0, 10),
  }
}

/** The faults of a text that would be published, as sentences. Empty: none. */
export async function listInformationFaults(
  { config, site, clock }: Pick<Deps, 'config' | 'site' | 'clock'>,
  name: InformationPage,
  body: InformationBody,
): Promise<string[]> {
  const missing = (['title', 'description', 'lead', 'text'] as const).filter((field) => body[field].trim() === '')
  if (missing.length > 0) return missing.map((field) => `The ${field} is empty`)
  const pages = new Map([[name, { body, publishedAt: clock() }]])
  const page = await readInformation({ config, site: { current: site.current, pages } }, name)
  return page.ok ? [] : (page.refusal.reason ?? 'The text has a fault').split('\n')
}

/** The shipped texts of a page, with their placeholders. */
export async function readShippedBody(
  { pagesDir }: InformationDependencies['config'],
  name: InformationPage,
): Promise<InformationBody> {
  const path = join(pagesDir, `${name}.md`)
  const faults: string[] = []
  const lines = (decodeTextFile(await readFile(path), path, faults) ?? '').split(/\r?\n/)
  const end = lines.indexOf(FRONT_MATTER_FENCE, 1)
  const front = readYaml(FrontMatter, lines.slice(1, end).join('\n'), path, faults, 2).value
  if (!front) throw new Error(faults.join('\n'))
  const { title, heading = '', description, lead } = front
  return {
    title,
    heading,
    description,
    lead,
    text: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  }
}

/**
 * Runs before the database is known, so it reads the files with an invented support address.
 *
 * @throws StartupError with the faults of all pages, by file and line
 */
export async function requireInformation(config: InformationDependencies['config']): Promise<void> {
  const site = { current: { supportAddress: 'support@example.test', sellerLines: ['Example'] } }
  const pages = await Promise.all(INFORMATION_PAGES.map((name) => readInformation({ config, site }, name)))
  const faults = pages.flatMap((page) => (page.ok ? [] : [page.refusal.reason]))
  if (faults.length > 0) throw new StartupError(faults.join('\n'))
}

const FRONT_MATTER_FENCE = '---'

function readPage(source: string, path: string, faults: string[]) {
  const lines = source.split('\n')
  const end = lines.indexOf(FRONT_MATTER_FENCE, 1)
  if (lines[0] !== FRONT_MATTER_FENCE || end < 0) {
    faults.push(`${path}:1 put the front matter between two lines of ${FRONT_MATTER_FENCE}`)
    return null
  }
  const frontMatter = readYaml(FrontMatter, lines.slice(1, end).join('\n'), path, faults, 2)
  const body = parseInformationText(lines.slice(end + 1).join('\n'), (line, message) => {
    faults.push(`${path}:${line + end + 1} ${message}`)
  })
  return frontMatter.value && { ...frontMatter.value, ...body }
}

/** `{refund-flexible-live}`, `{refund-standard-demand}`: the refund rules of courses in words, from their figures. */
const REFUND_RULES: ReadonlyMap<string, string> = new Map(
  REFUND_POLICIES.flatMap((policy) => [
    [`refund-${policy}-live`, summariseRefund(POLICY_FIGURES[policy], 'live')] as const,
    [`refund-${policy}-demand`, summariseRefund(POLICY_FIGURES[policy], 'on-demand')] as const,
  ]),
)

const escapeMarkdown = (text: string): string => text.replace(/[!-/:-@[-`{-~]/g, '\\$&')

/**
 * Replaces `{support}` and `{seller}` with the support address and the seller of the settings, and the names of refund rules with their words.
 *
 * @param escapeSeller for the place where the words are shown
 */
function fillPlaceholders(
  source: string,
  path: string,
  { supportAddress, sellerLines }: InformationDependencies['site']['current'],
  faults: string[],
  escapeSeller = escapeMarkdown,
): string {
  const lines = source.split(/\r?\n/).map((line, index) =>
    line.replace(/\{([a-z]+(?:-[a-z]+)*)\}/gi, (placeholder, name: string) => {
      if (name === 'support') return supportAddress
      if (name === 'seller') return escapeSeller(sellerLines.join(', '))
      const rule = REFUND_RULES.get(name)
      if (rule) return rule
      faults.push(`${path}:${index + 1} ${placeholder} is not a known placeholder: use {support} or {seller}`)
      return placeholder
    }),
  )
  return lines.join('\n')
}
