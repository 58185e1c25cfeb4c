/** The text that a certificate shows. Fonts for Latin, Greek, Cyrillic and Devanagari come with the program. */
import { coverArt } from '#design/cover-art.ts'
import { getPosterDesign, type PosterDesign } from '#design/poster-design.ts'
import { SITE_ART } from '#design/site-art.ts'
import type { HueName } from '#design/tokens.ts'
import type { Deps } from '#http/deps.ts'
import { toPrintable } from '#platform/pictures/glyphs.ts'
import { formatTime } from '#ui/format-time.ts'
import { formatNumber } from '../certificate-numbers.ts'
import { getCertificateUrl } from '../certificate-url.ts'
import type { CertificateRow } from '../queries/certificates.ts'
import type { CertificateFacts, CertificateTexts } from './certificate-drawing.ts'

const UNNAMED = 'The holder of this certificate'
const NAMED_ON_PAGE = 'The person named on its page'
const DEFAULT_DESIGN = SITE_ART['print-3']!

type CertificateDeps = Pick<Deps, 'config' | 'site'>

/**
 * The certificate as the page shows it, by the fonts of the reader.
 *
 * @param isPublic leaves out a name that the holder hides
 */
export function createTexts(deps: CertificateDeps, row: CertificateRow, isPublic: boolean): CertificateTexts {
  return {
    issuerName: row.issuer_name ?? deps.site.current.issuerName,
    holder: isPublic && !row.is_named ? UNNAMED : row.name,
    statement: row.statement || getUsualStatement(row),
    courseTitle: row.course_title,
    signature: createSignature(row),
    hours: row.hours,
    url: getCertificateUrl(deps.config, row.public_id),
    number: formatNumber(row.number),
  }
}

/** A course on demand has no sessions. */
const getUsualStatement = ({ is_on_demand }: CertificateRow) =>
  is_on_demand ? 'completed' : 'completed the required lessons and sessions of'

/** The certificate as its files show it, by our fonts. A text that they cannot draw gets a plainer one. */
export function createPrintedFacts(deps: CertificateDeps, row: CertificateRow, isPublic: boolean): CertificateFacts {
  const texts = createTexts(deps, row, isPublic)
  const { design, focal } = readArt(row.art)
  return {
    ...texts,
    // The address of the site has letters that every font draws.
    issuerName: toPrintable(texts.issuerName, new URL(texts.url).host, 'display'),
    holder: toPrintable(texts.holder, row.is_named ? NAMED_ON_PAGE : UNNAMED, 'display'),
    statement: toPrintable(texts.statement, getUsualStatement(row)),
    courseTitle: toPrintable(texts.courseTitle, `Course ${row.course_code}`, 'display'),
    signature: texts.signature.map((line) => toPrintable(line, '')).filter(Boolean),
    design,
    focal,
  }
}

/** Whether the files can show the name. The page shows every name. */
export const isPrintable = (name: string): boolean => toPrintable(name, '', 'display') !== ''

function createSignature(row: CertificateRow): string[] {
  const day = formatTime(row.completed_on, 'UTC', 'date-year')
  const teachers = new Intl.ListFormat('en-GB').format(row.teachers)
  if (!row.signatory) return teachers ? [teachers, `taught this course · ${day}`] : [day]
  const taughtBy = teachers && teachers !== row.signatory ? [`Course taught by ${teachers}`] : []
  return [row.signatory, ...taughtBy, day]
}

export type Art = { poster: string; seed: string; hue: HueName; motif: string; focal: number }

/** The column holds the pictures of the course as they were. Null, or a design of before: the poster of the site. */
export function readArt(art: unknown): { design: PosterDesign; focal: number; hue: HueName; poster: string } {
  const images = art as Art | null
  const design = images && getPosterDesign(images)
  if (!images || !design) return { design: DEFAULT_DESIGN, focal: 50, hue: 'vermilion', poster: inline(DEFAULT_DESIGN) }
  return { design, focal: images.focal, hue: images.hue, poster: inline(design) }
}

const inline = (design: PosterDesign) => `data:image/svg+xml,${encodeURIComponent(coverArt(design.seed, design))}`
