/**
 * The pages that axe, the journeys and the budgets walk. A new page is one line here, which `src/routes.test.ts` asks
 * for. Its budget follows from `src/http/site-routes.ts`.
 */
import type { Page } from 'playwright-core'

export type ListedPage = {
  name: string
  path: string
  /** The page asks search engines not to list it. */
  isUnlisted?: true
  /** Its true answer is a refusal, which the browser itself writes to its console as a fault. */
  isRefused?: true
  /** The person who is logged in. */
  as?: 'learner' | 'admin'
  /** Another state of the page: what a person does there. Such states are not weighed. */
  after?: (page: Page) => Promise<void>
}

const dialog = (page: Page) => page.locator('dialog#log-in')
const opened = async (page: Page) => dialog(page).waitFor({ state: 'visible' })
const used = async (page: Page) => page.getByText('This link has been used or has expired').waitFor()
/** An address that is none, sent. */
const refused = (form: string) => async (page: Page) => {
  await page.locator(`${form} [name="email"]`).fill('ivy@tan')
  await page.locator(`${form} [name="email"]`).press('Enter')
  await page.locator(form).getByText('Please enter a valid email address').waitFor()
}
const sent = (form: string) => async (page: Page) => {
  await page.locator(`${form} [name="email"]`).fill('ivy.tan@understudy.test')
  await page.locator(`${form} [name="email"]`).press('Enter')
  await page.locator(form).locator('..').getByRole('status').filter({ hasText: /\w/ }).waitFor()
}

export const LISTED_PAGES: readonly ListedPage[] = [
  { name: 'home', path: '/' },
  { name: 'home, no match', path: '/?q=zzzz', isUnlisted: true },
  { name: 'course, open', path: '/nina-reyes' },
  { name: 'course, few seats', path: '/noor-siddiqi' },
  { name: 'course, full', path: '/mo-tikaram' },
  { name: 'course, coming soon', path: '/vera-falk' },
  { name: 'course, on demand', path: '/mobile-content-creator' },
  { name: 'course, free', path: '/dita-anand' },
  { name: 'course, in progress', path: '/tomas-adeyemi' },
  { name: 'course, ended', path: '/ines-duarte' },
  { name: 'course in the Philippines', path: '/_ph/nina-reyes' },
  { name: 'workshop', path: '/mika-osei/phone-film-weekend' },
  { name: 'preview lesson, video', path: '/preview/mcom/first-seconds' },
  { name: 'preview lesson, text', path: '/preview/ng/phone-ready' },
  { name: 'preview lesson, missing', path: '/preview/mcom/subject', isUnlisted: true, isRefused: true },
  { name: 'generic page', path: '/course/photography' },
  { name: 'questions', path: '/faq' },
  { name: 'about us', path: '/about-us' },
  { name: 'gift card', path: '/gift-card' },
  { name: 'missing page', path: '/nobody-here', isUnlisted: true, isRefused: true },
  { name: 'missing page, deep', path: '/nobody/lives/here', isUnlisted: true, isRefused: true },
  { name: 'certificate, unknown', path: `/certificates/${'A'.repeat(22)}`, isUnlisted: true, isRefused: true },
  { name: 'preview of a draft, ended', path: '/draft/none', isUnlisted: true, isRefused: true },
  { name: 'log-in', path: '/login' },
  { name: 'page of a creator', path: '/creators/nina-reyes' },
  { name: 'forgotten password', path: '/forget-password' },
  { name: 'invitation', path: '/invitation#token=none' },
  { name: 'log-in link', path: '/log-in-link#token=none' },
  { name: 'reset password', path: '/reset-password#token=none' },
  { name: 'set-up, over', path: '/set-up', isUnlisted: true, isRefused: true },
  { name: 'e-mail opt-out, broken link', path: '/mail-opt-out' },
  { name: 'waitlist, broken link', path: '/waitlist' },
  { name: 'saved checkout, broken link', path: '/saved-checkout' },
  { name: 'course news, broken link', path: '/course-news' },
  { name: 'verify e-mail', path: '/verify-email#token=none' },
  { name: 'checkout', path: '/checkout/NG' },
  { name: 'checkout, full', path: '/checkout/MTIKPR', isRefused: true },
  { name: 'buying a gift card', path: '/gift-card/buy' },
  {
    name: 'missing order',
    path: '/order/00000000-0000-4000-8000-000000000000',
    isRefused: true,
  },
  { name: 'portal, stranger', path: '/portal' },
  { name: 'portal, learner', path: '/portal', as: 'learner' },
  { name: 'portal, admin', path: '/portal', as: 'admin' },
  { name: 'course room', path: '/portal/courses/mcom', as: 'learner' },
  { name: 'lesson', path: '/portal/courses/mcom/lessons/first-seconds', as: 'learner' },
  { name: 'finish screen, too early', path: '/portal/courses/mcom/finished', as: 'learner' },
  { name: 'calendar', path: '/portal/calendar', as: 'learner' },
  { name: 'studio', path: '/studio', as: 'admin' },
  { name: 'studio, calendar', path: '/studio/calendar', as: 'admin' },
  { name: 'studio, profile', path: '/studio/profiles/nina-reyes', as: 'admin' },
  { name: 'studio, overview', path: '/studio/courses/ng/overview', as: 'admin' },
  { name: 'studio, curriculum', path: '/studio/courses/mcom/curriculum', as: 'admin' },
  { name: 'studio, price', path: '/studio/courses/ng/price', as: 'admin' },
  { name: 'studio, page', path: '/studio/courses/ng/page', as: 'admin' },
  { name: 'studio, rules', path: '/studio/courses/ng/rules', as: 'admin' },
  { name: 'studio, files', path: '/studio/courses/mcom/media', as: 'admin' },
  { name: 'studio, dates', path: '/studio/courses/ng/dates', as: 'admin' },
  { name: 'studio, sessions', path: '/studio/courses/ng/sessions', as: 'admin' },
  { name: 'studio, learners', path: '/studio/learners', as: 'admin' },
  { name: 'studio, learners of a course', path: '/studio/learners?course=NG', as: 'admin' },
  { name: 'studio, progress', path: '/studio/courses/ng/progress', as: 'admin' },
  { name: 'studio, messages', path: '/studio/courses/ng/messages', as: 'admin' },
  {
    name: 'studio, missing message',
    path: '/studio/courses/ng/messages/00000000-0000-4000-8000-000000000000',
    as: 'admin',
    isRefused: true,
  },
  { name: 'studio, waiting', path: '/studio/courses/mtikpr/waiting', as: 'admin' },
  { name: 'studio, versions', path: '/studio/courses/ng/versions', as: 'admin' },
  { name: 'certificates, none', path: '/portal/certificates', as: 'learner' },
  { name: 'purchases', path: '/portal/purchases', as: 'learner' },
  { name: 'settings', path: '/portal/settings', as: 'learner' },
  { name: 'site', path: '/portal/settings/site', as: 'admin' },
  { name: 'information pages', path: '/portal/settings/site/pages', as: 'admin' },
  { name: 'information page, edited', path: '/portal/settings/site/pages/privacy', as: 'admin' },
  { name: 'people', path: '/portal/people', as: 'admin' },
  { name: 'inbox', path: '/portal/inbox', as: 'admin' },
  { name: 'e-mails', path: '/portal/mail', as: 'admin' },
  { name: 'audit log', path: '/portal/audit-log', as: 'admin' },
  { name: 'money', path: '/portal/money', as: 'admin' },
  { name: 'attribution', path: '/portal/attribution', as: 'admin' },

  { name: 'log-in over a page', path: '/nina-reyes?login=1', after: opened },
  {
    name: 'log-in over a page, faults',
    path: '/nina-reyes?login=1',
    after: async (page) => {
      await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
      await dialog(page).getByText('Email is required').waitFor()
    },
  },
  { name: 'sign-up over a page', path: '/?login=sign-up', after: opened },
  {
    name: 'preview lesson, playing',
    path: '/preview/mcom/first-seconds',
    after: async (page) => {
      await page.getByRole('button', { name: /^Play:/ }).click()
      await page.getByRole('button', { name: /Pause/ }).waitFor()
    },
  },
  { name: 'waitlist, fault', path: '/mo-tikaram', after: refused('#waitlist') },
  { name: 'waitlist, sent', path: '/mo-tikaram', after: sent('#waitlist') },
  { name: 'notify me, fault', path: '/vera-falk', after: refused('#coming-soon') },
  { name: 'reminder, sent', path: '/ines-duarte', after: sent('#reminder') },
  { name: 'reset password, used link', path: '/reset-password', after: used },
  { name: 'verify e-mail, used link', path: '/verify-email', after: used },
  { name: 'forgotten password, fault', path: '/forget-password', after: refused('main') },
]
