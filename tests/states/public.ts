/** Public pages as they are at moments, with forms in error and sent, with scripts and without. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { INFORMATION_PAGES } from '#domain/site-addresses.ts'
import { untilHydrated } from '../support/hydrated.ts'
import { type State, sees } from './state.ts'

const FORMS = [
  ['/mo-tikaram', 'waitlist', 'Almost done: open the link in our e-mail'],
  ['/vera-falk', 'coming-soon', 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/ines-duarte', 'reminder', 'Thanks. Open the link in our e-mail to confirm your address.'],
  ['/nina-reyes', 'curriculum', 'The curriculum is on its way to your e-mail.'],
] as const

const write = async (page: Page, form: string, email: string) => {
  if (form === 'curriculum') await page.getByText('Get the curriculum by e-mail').click()
  const field = page.locator(`#${form} form [name="email"]`)
  await field.fill(email)
  await field.press('Enter')
}
const LISTED = ['faq', 'about-us', 'gift-card']

export const PUBLIC: State[] = [
  ...INFORMATION_PAGES.filter((name) => !LISTED.includes(name)).map((name) => ({
    name: `text, ${name}`,
    path: `/${name}`,
  })),
  { name: 'course, in progress', path: '/daniel-appiah' },
  {
    name: 'form, a slip in the address',
    path: '/vera-falk',
    after: async (page) => {
      await page.locator('#coming-soon [name="email"]').fill('ivy.tan@gmial.com')
      await untilHydrated(page)
      await page.keyboard.press('Tab')
      await page.getByText('Did you mean').waitFor()
    },
  },
  { name: 'generic page, three side by side', path: '/build-a-business' },
  {
    name: 'course, to continue',
    path: '/nina-reyes',
    as: 'learner',
    after: async (page) => {
      await page.waitForFunction(() => document.querySelector('a[data-enrol]')?.textContent === 'Continue')
    },
  },
  {
    name: 'course, curriculum as a file',
    path: '/nina-reyes',
    after: async (page) => {
      await page.getByText('Get the curriculum by e-mail').click()
      await sees(page, 'Open the curriculum as a PDF')
    },
  },
  {
    name: 'refer a friend, logged in',
    path: '/refer-a-friend',
    as: 'learner',
    after: (page) => page.getByRole('img', { name: 'QR code of your link' }).waitFor(),
  },
  {
    name: 'menu open',
    path: '/',
    after: async (page) => {
      const menu = page.locator('summary[aria-label="Menu"]')
      if (await menu.isVisible()) await menu.click()
    },
  },
  {
    name: 'everything that unfolds, open',
    path: '/nina-reyes',
    after: async (page) => {
      await page.evaluate(() => {
        for (const openAccordion of document.querySelectorAll('main details')) openAccordion.setAttribute('open', '')
      })
    },
  },
  ...[false, true].flatMap((isPlain): State[] =>
    FORMS.flatMap(([path, form, done]) => {
      const how = { path, ...(isPlain && ({ withoutScripts: true } as const)) }
      const plainly = isPlain ? ', without scripts' : ''
      return [
        {
          ...how,
          name: `${form} form, fault${plainly}`,
          after: async (page: Page) => {
            await write(page, form, 'ivy@tan')
            await sees(page, 'Please enter a valid email address')
          },
        },
        {
          ...how,
          name: `${form} form, sent${plainly}`,
          after: async (page: Page) => {
            await write(page, form, `${randomUUID()}@understudy.test`)
            await sees(page, done)
          },
        },
      ]
    }),
  ),
  ...[false, true].map(
    (isPlain): State => ({
      name: `short form, fault${isPlain ? ', without scripts' : ''}`,
      path: '/mobile-content-creator',
      ...(isPlain && { withoutScripts: true }),
      after: async (page) => {
        const form = page.locator('#enrol form')
        await form.getByLabel('Full name').fill('Ana Cruz')
        await form.getByLabel('E-mail').fill('ana.cruz@understudy.test')
        await form.getByLabel('E-mail').press('Enter')
        await form.getByText('Please agree to the enrolment terms.').waitFor()
      },
    }),
  ),
  ...[false, true].map(
    (isPlain): State => ({
      name: `chat open, fault${isPlain ? ', without scripts' : ''}`,
      path: '/how-it-works',
      ...(isPlain && { withoutScripts: true }),
      after: async (page) => {
        const widget = page.locator('#chat-widget')
        await widget.locator('summary').click()
        await widget.getByLabel('E-mail').fill('ivy@tan')
        await widget.getByLabel('What would you like to know?').fill('Is there a weekend course?')
        await widget.getByRole('button').click()
        await widget.getByText('Please enter a valid email address').waitFor()
      },
    }),
  ),
  {
    name: 'chat, sent',
    path: '/faq',
    after: async (page) => {
      const widget = page.locator('#chat-widget')
      await widget.locator('summary').click()
      await widget.getByLabel('E-mail').fill(`${randomUUID()}@understudy.test`)
      await widget.getByLabel('What would you like to know?').fill('Is there a weekend course?')
      await widget.getByRole('button').click()
      await widget.getByText('We’ll answer by e-mail.').waitFor()
    },
  },
  {
    name: 'questions, none found',
    path: '/faq',
    after: async (page) => {
      await page.getByLabel('Search the answers').fill('zebra')
      await sees(page, 'Ask us instead')
    },
  },
  {
    name: 'cookie choices',
    path: '/',
    site: 'asking',
    after: (page) => page.getByRole('region', { name: 'Cookie choices' }).waitFor(),
  },
  {
    name: 'cookie choices over the checkout’s way in',
    path: '/nina-reyes',
    site: 'asking',
    after: (page) => page.getByRole('region', { name: 'Cookie choices' }).waitFor(),
  },

  { name: 'failed page', path: '/impact', site: 'broken', after: (page) => sees(page, 'Something went wrong!') },
  {
    name: 'page while the database is away',
    path: '/nina-reyes',
    site: 'broken',
    before: (page, { awayPage }) =>
      page.route('**/nina-reyes', (route) =>
        route.fulfill({ status: 503, contentType: 'text/html; charset=utf-8', body: awayPage ?? '' }),
      ),
    after: (page) => sees(page, /reloads by itself/),
  },
]
