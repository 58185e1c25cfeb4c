/** An admin invites a second admin, removes them, gives a course to another teacher, and helps a learner to log in. */
import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { readConfig } from '#config/config.ts'
import { giveSeat } from '#sell/checkout/free-and-friends/give-seat.ts'
import { createToolDeps } from '../../../tools/tool-deps.ts'
import { test } from '../../support/browser-test.ts'
import { enterAs } from '../../world/demo-visitor.ts'
import { linkIn, newestMail } from '../../world/mailbox.ts'

const VERA = 'vera.falk@understudy.test'
const GUS = 'gus.guest@understudy.test'
const PASSWORD = 'eleven quiet lanterns'

/** As it looks at both widths and in both themes, if a folder is named. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [1280, 'dark'],
    [360, 'light'],
    [360, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: width > 1000 })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
}

async function openPerson(page: Page, search: string, name: string) {
  await page.getByRole('searchbox', { name: 'Search people by name or e-mail' }).fill(search)
  // A search closes the open person.
  await page.waitForURL((url) => url.searchParams.get('q') === search)
  await page.getByRole('link', { name, exact: true }).click()
  return page.getByRole('complementary', { name })
}

async function givenGuest(dataDir: string): Promise<void> {
  const deps = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  try {
    const given = await giveSeat(deps, 'MCOM', { email: GUS, name: 'Gus Guest', timezoneId: 'UTC' })
    if (!given.ok) throw new Error(given.refusal.code)
  } finally {
    await deps.close()
  }
}

test('invites an admin, removes them, gives a course away, and sends a log-in link', async ({
  browser,
  page,
  server,
  launchBrowser,
}) => {
  await givenGuest(server.dataDir)
  await enterAs(browser.context, server.url, 'admin')
  await page.goto('/portal')
  const ways = page.getByRole('navigation', { name: 'Administration' })
  await ways.getByRole('link', { name: /^People/ }).click()
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()

  const invitations = page.getByRole('region', { name: 'Invitations' })
  await invitations.getByLabel('E-mail').fill(VERA)
  await invitations.getByLabel('Role').selectOption({ label: 'Admin' })
  await invitations.getByRole('button', { name: 'Send invitation' }).click()
  await invitations.getByText(`Invitation sent to ${VERA}.`).waitFor()
  await invitations.getByRole('row').filter({ hasText: VERA }).waitFor()
  await picture(page, 'people')

  const other = await launchBrowser({})
  const theirs = other.page
  const invitation = new URL(linkIn(await newestMail(server.url, VERA), 'invitation'))
  await theirs.goto(`/dev/mail?to=${VERA}`)
  await picture(theirs, 'mail')
  await theirs.goto(invitation.pathname + invitation.hash)
  await theirs.getByRole('heading', { name: 'You’re invited' }).waitFor()
  await picture(theirs, 'invitation')
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByText('Name is required').waitFor()
  await theirs.getByLabel('Your name').fill('Vera Falk')
  await theirs.getByRole('button', { name: 'Accept' }).click()
  await theirs.getByText('You’re now an admin of').waitFor()
  await picture(theirs, 'invitation-accepted')
  await theirs.getByRole('link', { name: 'Choose a password' }).click()
  await theirs.getByLabel('New password').fill(PASSWORD)
  await theirs.keyboard.press('Enter')
  await theirs.getByText('You are logged in').waitFor()

  await page.reload()
  await invitations.getByText('No invitation is open.').waitFor()
  const vera = await openPerson(page, 'vera', 'Vera Falk')
  await vera.getByText('As admin').waitFor()
  await vera.getByRole('button', { name: 'Remove the role admin' }).click()
  const removal = page.getByRole('dialog', { name: 'Remove the role admin of Vera Falk?' })
  await removal.getByText('1 log-in as admin ends now.').waitFor()
  await picture(page, 'remove-admin')
  await removal.getByRole('button', { name: 'Remove the role' }).click()
  await removal.waitFor({ state: 'hidden' })
  await vera.getByText('None. A learner needs no role.').waitFor()
  // The log-in has ended.
  other.allowedFaults.push(/status of 401/)
  await theirs.goto('/portal/people')
  await theirs.getByRole('button', { name: 'Log in as admin' }).waitFor()

  const learner = await openPerson(page, 'learner@understudy', 'Leo Learner')
  await learner.getByRole('button', { name: 'Add a role…' }).click()
  const gift = page.getByRole('dialog', { name: 'Give Leo Learner a role' })
  await gift.getByLabel('Role').selectOption({ label: 'Creator of a course' })
  await gift.getByLabel('Course', { exact: true }).selectOption('NG')
  await gift.getByText('stays as co-teacher.').waitFor()
  await picture(page, 'give-course')
  await gift.getByRole('button', { name: 'Give the course' }).click()
  await gift.waitFor({ state: 'hidden' })
  await learner.getByText('The course is given.').waitFor()
  await learner.getByRole('button', { name: /^Remove the role creator in/ }).waitFor()

  await learner.getByRole('button', { name: 'Send a log-in link' }).click()
  await learner.getByText('Log-in link sent at').waitFor()
  await picture(page, 'person')
  const mail = await newestMail(server.url, 'learner@understudy.test', /log-in-link/)
  const link = new URL(linkIn(mail, 'log-in-link'))
  const { page: lea } = await launchBrowser({})
  await lea.goto(link.pathname + link.hash)
  await lea.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  await lea.waitForURL(/\/portal$/)

  const guest = await openPerson(page, GUS, 'Gus Guest')
  await guest.getByRole('button', { name: 'Erase…' }).click()
  const erasure = page.getByRole('dialog', { name: 'Erase Gus Guest?' })
  await erasure.getByText('1 seat ends now.').waitFor()
  await erasure.getByText('bookkeeping law requires it').waitFor()
  await picture(page, 'erase')
  await erasure.getByRole('textbox').fill(GUS)
  await erasure.getByRole('button', { name: 'Erase for good' }).click()
  await page.getByText('The person is erased.').waitFor()
  expect(await page.getByRole('complementary', { name: 'Gus Guest' }).count()).toBe(0)
})
