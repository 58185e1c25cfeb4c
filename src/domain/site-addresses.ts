/** The information pages and the course pages that belong to no creator. `src/http/site-routes.ts` has all pages. */
import { isSlash, trim } from './trim.ts'

const CHAT_PAGE_NAMES = [
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
] as const

/** Information pages, each with one text in the folder of texts. */
export const INFORMATION_PAGES = [...CHAT_PAGE_NAMES, 'gift-card', 'refer-a-friend'] as const
export type InformationPage = (typeof INFORMATION_PAGES)[number]

/** The ten pages with the live chat: docs/contract §7. */
export const CHAT_PAGES: ReadonlySet<string> = new Set<InformationPage>(CHAT_PAGE_NAMES)

/** Course pages that belong to no creator, each with a short enrolment form. */
const GENERAL_PAGES = ['/build-a-business', '/mobile-content-creator', '/course/photography']

export function isGeneralPage(path: string): boolean {
  return GENERAL_PAGES.includes(path)
}

/** `/FAQ/` → `faq`; null for every other path. */
export function getInformationPage(path: string): InformationPage | null {
  const segment = trim(path.toLowerCase(), isSlash)
  return INFORMATION_PAGES.find((name) => name === segment) ?? null
}
