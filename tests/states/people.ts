/** The ways in, and what people find there: log-in, portal, settings. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { codeAt } from '../support/authenticator-app.ts'
import { linkIn, newestMail } from '../world/mailbox.ts'
import { enterAsNewCreator, NEW_PASSWORD } from '../world/new-creator.ts'
import type { Known } from './known.ts'
import { hears, press, type State, sees } from './state.ts'

const PASSWORD = 'understudy-demo'

/** Everybody else's log-in stays without a second factor, because later states use it. */
async function enterForSecondFactor(page: Page, known: Known): Promise<void> {
  await enterAsNewCreator(page, known, { email: `careful.${randomUUID()}@understudy.test`, name: 'Careful Cara' })
}

async function turnOnSecondFactor(page: Page): Promise<void> {
  await page.locator('#on-password').fill(NEW_PASSWORD)
  await press(page, 'Turn on')
  const section = page.locator('section#second-factor')
  await section.getByRole('img', { name: 'QR code' }).waitFor()
  const secret = ((await section.locator('code').textContent()) ?? '').replaceAll(' ', '')
  await page.locator('[name="otp"]').fill(codeAt(secret, new Date()))
  await press(page, 'Turn it on')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
}

/** A link works for 15 minutes, less than a run takes. A new one ends the one before. */
async function requestLogInLink({ url, mailed }: Known): Promise<string> {
  await fetch(`${url}/api/v1/log-in-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify({ email: 'learner@understudy.test' }),
  })
  const oldToken = mailed.logIn.split('token=')[1] ?? 'none'
  const mail = await newestMail(url, 'learner@understudy.test', new RegExp(`log-in-link#token=(?!${oldToken})`))
  const { pathname, hash } = new URL(linkIn(mail, 'log-in-link'))
  return pathname + hash
}

/** As the server answers the link of an invitation. A link of its own would be used up by the first of the checks. */
async function invited(page: Page): Promise<void> {
  const answer = (path: string, data: object) =>
    page.route(`**/api/v1/invitations/${path}`, (route) => route.fulfill({ json: { data } }))
  await answer('read', {
    email: 'mo.tikaram@understudy.test',
    role: 'co_teacher',
    course: { courseCode: 'NG', title: 'Mobile filmmaking' },
    invitedBy: 'Nina Reyes',
    expiresAt: '2027-02-08T18:00:00.000Z',
    needsName: true,
  })
  await answer('accept', { isAdmin: false, passwordToken: 'shown' })
}

export const PEOPLE: State[] = [
  {
    name: 'log-in, wrong password',
    path: '/login',
    after: async (page) => {
      await page.locator('main [name="email"]').fill('nobody@understudy.test')
      await page.locator('main [name="password"]').fill('not the password')
      await press(page, 'Log in as admin')
      await sees(page, 'Incorrect email or password.')
    },
  },
  { name: 'log-in with other accounts', path: '/login', site: 'asking' },
  {
    name: 'log-in with other accounts, over a page',
    path: '/nina-reyes?login=1',
    site: 'asking',
    after: async (page) => {
      await page.locator('dialog#log-in').waitFor({ state: 'visible' })
    },
  },
  {
    name: 'log-in by another account, refused',
    path: '/social/google/callback?error=access_denied',
    site: 'asking',
    after: (page) => sees(page, 'That did not work'),
  },
  {
    name: 'sign-up over a page, faults',
    path: '/?login=sign-up',
    after: async (page) => {
      const dialog = page.locator('dialog#log-in')
      await dialog.locator('[name="password"]').last().fill('short')
      await dialog.locator('[name="password"]').last().press('Enter')
      await dialog.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  {
    name: 'log-in link, asked for',
    path: '/?login=link',
    after: async (page) => {
      const dialog = page.locator('dialog#log-in')
      await dialog.locator('[name="email"]').fill('ivy.tan@understudy.test')
      await dialog.locator('[name="email"]').press('Enter')
      await dialog.getByRole('heading', { name: 'Check your e-mail' }).waitFor()
    },
  },
  {
    name: 'log-in link, opened',
    path: (known) => known.mailed.logIn,
    before: async (_page, known) => {
      known.mailed.logIn = await requestLogInLink(known)
    },
    after: (page) => sees(page, 'You opened the log-in link'),
  },
  {
    name: 'invitation, opened',
    path: '/invitation#token=shown',
    before: invited,
    after: async (page) => {
      await sees(page, 'asks you to be a co-teacher of')
      await press(page, 'Accept')
      await sees(page, 'Name is required')
    },
  },
  {
    name: 'invitation, accepted',
    path: '/invitation#token=shown',
    before: invited,
    after: async (page) => {
      await page.getByLabel('Your name').fill('Mo Tikaram')
      await press(page, 'Accept')
      await page.getByRole('link', { name: 'Choose a password' }).waitFor()
    },
  },
  { name: 'set password', path: (known) => known.mailed.setPassword },
  {
    name: 'set password, faults',
    path: (known) => known.mailed.setPassword,
    after: async (page) => {
      await page.locator('main [name="password"]').fill('short')
      await page.keyboard.press('Enter')
      await page.locator('[aria-invalid="true"]').first().waitFor()
    },
  },
  { name: 'account deleted', path: '/account-deleted' },
  { name: 'confirm log-in, spent link', path: '/confirm-log-in#token=none' },
  {
    name: 'portal, empty',
    path: '/portal',
    as: 'creator',
    after: (page) => page.getByRole('heading', { level: 1 }).waitFor(),
  },
  {
    name: 'portal, not reached',
    path: '/portal',
    as: 'learner',
    before: (page) => page.route('**/api/v1/home', (route) => route.abort()),
  },
  { name: 'settings, stranger', path: '/portal/settings' },
  {
    name: 'settings, faults',
    path: '/portal/settings',
    as: 'learner',
    after: async (page) => {
      await page.locator('main #name').fill('')
      await press(page, 'Save')
      await sees(page, 'Name is required')
      await press(page, 'Turn on')
      await sees(page, 'Password is required')
      await page.getByText('Delete my account…').click()
      await press(page, 'Delete my account')
    },
  },
  {
    name: 'settings, e-mails',
    path: '/portal/settings#mail',
    as: 'learner',
    after: async (page) => {
      await page.getByLabel('Reminders of live sessions').click()
      await sees(page, /^Saved: reminders of live sessions are (on|off)\.$/)
    },
  },
  {
    name: 'settings, second factor to set up',
    path: '/portal/settings',
    as: 'learner',
    after: async (page) => {
      await page.locator('#on-password').fill(PASSWORD)
      await press(page, 'Turn on')
      await page.getByRole('img', { name: 'QR code' }).waitFor()
      await press(page, 'Turn it on')
      await sees(page, 'Enter the 6-digit code from the app')
    },
  },
  {
    name: 'settings, second factor just turned on',
    path: '/portal/settings',
    before: enterForSecondFactor,
    after: turnOnSecondFactor,
  },
  {
    name: 'settings, second factor on',
    path: '/portal/settings',
    before: enterForSecondFactor,
    after: async (page) => {
      await turnOnSecondFactor(page)
      await press(page, 'I’ve saved them')
      await page.getByText('New recovery codes').click()
      await page.locator('summary', { hasText: 'Turn off' }).click()
      await press(page, 'Turn it off')
      await sees(page, 'Password is required')
    },
  },
  {
    name: 'settings with other accounts',
    path: '/portal/settings',
    site: 'asking',
    as: 'learner',
    before: (page) =>
      hears(page, '**/identities', (mine) => {
        const at = new Date().toISOString()
        mine.push({
          identityId: randomUUID(),
          provider: 'google',
          email: 'lena@gmail.test',
          createdAt: at,
          lastUsedAt: at,
        })
      }),
    after: (page) => page.locator('section#identities').waitFor(),
  },
]
