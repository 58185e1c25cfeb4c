/** All types of page there is, for what looks at all of them. A new page is one line here. */
import type { Page } from 'playwright-core'

/** The rows of the budgets. */
export type Surface = 'landing' | 'checkout' | 'portal' | 'admin'
export type ListedPage = {
  name: string
  path: string
  surface: Surface
  /** A page that search engines are told to leave. */
  isUnlisted?: true
  /** Its true answer is a refusal, which the browser itself writes to its console as a fault. */
  isRefused?: true
  /** Who is logged in. */
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
  { name: 'home', path: '/', surface: 'landing' },
  { name: 'home, no match', path: '/?q=zzzz', surface: 'landing', isUnlisted: true },
  { name: 'course, open', path: '/nina-reyes', surface: 'landing' },
  { name: 'course, few seats', path: '/noor-siddiqi', surface: 'landing' },
  { name: 'course, full', path: '/mo-tikaram', surface: 'landing' },
  { name: 'course, coming soon', path: '/vera-falk', surface: 'landing' },
  { name: 'course, on demand', path: '/mobile-content-creator', surface: 'landing' },
  { name: 'course, free', path: '/dita-anand', surface: 'landing' },
  { name: 'course, in progress', path: '/tomas-adeyemi', surface: 'landing' },
  { name: 'course, ended', path: '/ines-duarte', surface: 'landing' },
  { name: 'course in the Philippines', path: '/_ph/nina-reyes', surface: 'landing' },
  { name: 'workshop', path: '/mika-osei/phone-film-weekend', surface: 'landing' },
  { name: 'generic page', path: '/course/photography', surface: 'landing' },
  { name: 'questions', path: '/faq', surface: 'landing' },
  { name: 'about us', path: '/about-us', surface: 'landing' },
  { name: 'gift card', path: '/gift-card', surface: 'landing' },
  { name: 'missing page', path: '/nobody-here', surface: 'landing', isUnlisted: true, isRefused: true },
  { name: 'log-in', path: '/login', surface: 'portal' },
  { name: 'forgotten password', path: '/forget-password', surface: 'portal' },
  { name: 'reset password', path: '/reset-password#token=none', surface: 'portal' },
  { name: 'verify e-mail', path: '/verify-email#token=none', surface: 'portal' },
  { name: 'checkout', path: '/checkout/NG', surface: 'checkout' },
  { name: 'checkout, full', path: '/checkout/MTIKPR', surface: 'checkout', isRefused: true },
  { name: 'buying a gift card', path: '/gift-card/buy', surface: 'checkout' },
  {
    name: 'missing order',
    path: '/order/00000000-0000-4000-8000-000000000000',
    surface: 'checkout',
    isRefused: true,
  },
  { name: 'portal, stranger', path: '/portal', surface: 'portal' },
  { name: 'portal, learner', path: '/portal', surface: 'portal', as: 'learner' },
  { name: 'portal, admin', path: '/portal', surface: 'portal', as: 'admin' },
  { name: 'settings', path: '/portal/settings', surface: 'portal', as: 'learner' },
  { name: 'inbox', path: '/portal/inbox', surface: 'admin', as: 'admin' },
  { name: 'audit log', path: '/portal/audit-log', surface: 'admin', as: 'admin' },

  { name: 'log-in over a page', path: '/nina-reyes?login=1', surface: 'landing', after: opened },
  {
    name: 'log-in over a page, faults',
    path: '/nina-reyes?login=1',
    surface: 'landing',
    after: async (page) => {
      await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
      await dialog(page).getByText('Email is required').waitFor()
    },
  },
  { name: 'sign-up over a page', path: '/?login=sign-up', surface: 'landing', after: opened },
  { name: 'waitlist, fault', path: '/mo-tikaram', surface: 'landing', after: refused('#waitlist') },
  { name: 'waitlist, sent', path: '/mo-tikaram', surface: 'landing', after: sent('#waitlist') },
  { name: 'notify me, fault', path: '/vera-falk', surface: 'landing', after: refused('#coming-soon') },
  { name: 'reminder, sent', path: '/ines-duarte', surface: 'landing', after: sent('#reminder') },
  { name: 'reset password, used link', path: '/reset-password', surface: 'portal', after: used },
  { name: 'verify e-mail, used link', path: '/verify-email', surface: 'portal', after: used },
  { name: 'forgotten password, fault', path: '/forget-password', surface: 'portal', after: refused('main') },
]
