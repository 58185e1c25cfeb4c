/** The addresses that the site keeps for itself. What is not here may be a creator's. Contract §7. */
import { isSlash, trim } from './trim.ts'

/** Pages that explain, one text each in the folder of texts. */
export const INFORMATION_PAGES = [
  'about-us',
  'subscribe',
  'faq',
  'privacy',
  'enrollment-terms',
  'creators',
  'impact',
  'trainers',
  'business',
  'how-it-works',
  'gift-card',
  'refer-a-friend',
] as const
export type InformationPage = (typeof INFORMATION_PAGES)[number]

/** The ones on which a visitor can ask a person. Specification §2: these ten and no other page. */
export const CHAT_PAGES: ReadonlySet<string> = new Set<InformationPage>([
  'about-us',
  'subscribe',
  'faq',
  'privacy',
  'enrollment-terms',
  'creators',
  'impact',
  'trainers',
  'business',
  'how-it-works',
])

/** Course pages that belong to no creator, each with a short form to enrol by. Specification §2. */
const GENERAL_PAGES = ['/build-a-business', '/mobile-content-creator', '/course/photography']

export function isGeneralPage(path: string): boolean {
  return GENERAL_PAGES.includes(path)
}

/** First parts of every other address, those that are promised but not built included. */
const KEPT = [
  '_ph',
  '.well-known',
  'api',
  'art',
  'assets',
  'c',
  'calendar',
  'checkout',
  'confirm-enrolment',
  'confirm-log-in',
  'dev',
  'favicon.ico',
  'forget-password',
  'livez',
  'login',
  'og',
  'order',
  'portal',
  'r',
  'readyz',
  'reset-password',
  'robots.txt',
  'sandbox',
  'set-password',
  'sitemap',
  'sitemap.xml',
  'social',
  'support',
  'verify-email',
] as const

const RESERVED: ReadonlySet<string> = new Set([...INFORMATION_PAGES, ...KEPT])

/** Whether `path`, or a slug that would become one, begins with an address of the site's own. */
export function isReserved(path: string): boolean {
  const [first = ''] = trim(path.toLowerCase(), isSlash).split('/')
  return RESERVED.has(first)
}

/** `/FAQ/` → `faq`; null for every other path. */
export function informationPageAt(path: string): InformationPage | null {
  const asked = trim(path.toLowerCase(), isSlash)
  return INFORMATION_PAGES.find((name) => name === asked) ?? null
}
