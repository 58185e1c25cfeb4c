import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { codeAt, STEP_MS, wrongCodeAt } from '../../support/authenticator-app.ts'
import type { Journey } from '../../support/browser.ts'
import { test } from '../../support/browser-test.ts'
import { untilHydrated } from '../../support/hydrated.ts'

const PASSWORD = 'understudy-demo'
const LEARNER = 'learner@understudy.test'
const ADMIN = 'admin@understudy.test'
const SETTINGS = '/portal/settings'

test.override('serverSettings', { ADMIN_SECOND_FACTOR: '1' })

test.beforeAll(async ({ server, browser }) => {
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
})
/** Everybody begins as a stranger. */
test.beforeEach(async ({ browser, page }) => {
  await forget(page)
  browser.faults.length = 0
  // A refusal on the way is meant, and a browser says so.
  browser.allowedFaults.push(/status of 40[013]/)
})

const dialog = (page: Page) => page.locator('dialog#log-in')
const section = (page: Page, id: string) => page.locator(`section#${id}`)
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const isOpen = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

async function forget(page: Page): Promise<void> {
  await page.goto('/')
  await page.evaluate(() => localStorage.clear())
}

async function type(page: Page, email: string, button: string): Promise<void> {
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await press(page, button)
}

/** In the dialog, over a landing page. */
async function logIn(page: Page, otp?: string): Promise<void> {
  await page.goto('/nina-reyes?login=1')
  await dialog(page).locator('[name="email"]').fill(LEARNER)
  await dialog(page).locator('[name="password"]').fill(PASSWORD)
  const send = dialog(page).getByRole('button', { name: 'Log in', exact: true })
  await send.click()
  if (!otp) return
  await dialog(page).locator('[name="otp"]:focus').fill(otp)
  await send.click()
}
const isIn = (page: Page) => dialog(page).waitFor({ state: 'hidden' })

const owner = (page: Page, prefix: string) => page.locator(`#${prefix}-password`).fill(PASSWORD)

/** From "Turn on" to the codes. Answers the app's secret, and when its code was shown. */
async function turnOn(page: Page): Promise<{ secret: string; at: Date }> {
  await owner(page, 'on')
  await press(page, 'Turn on')
  await section(page, 'second-factor').getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await section(page, 'second-factor').locator('code').innerText()).replaceAll(' ', '')
  const at = new Date()
  await page.locator('[name="otp"]').fill(codeAt(secret, at))
  await press(page, 'Turn it on')
  await isOpen(page, 'Your recovery codes')
  return { secret, at }
}
/** A code works once; one of the step after is taken already. */
const next = ({ secret, at }: { secret: string; at: Date }) => codeAt(secret, new Date(at.getTime() + STEP_MS))
const codes = (page: Page) => section(page, 'second-factor').locator('li code').allInnerTexts()

test('a second factor is turned on, required at log-in, replaced by a recovery code, and turned off', async ({
  page,
}) => {
  await page.goto(SETTINGS)
  await type(page, LEARNER, 'Log in')
  await press(page, 'Turn on')
  await page.getByText('Password is required').waitFor()
  await owner(page, 'on')
  await press(page, 'Turn on')
  const picture = section(page, 'second-factor').getByRole('img', { name: 'QR code' })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await focused(page)).toBe('Scan this QR code with your authenticator app')
  await press(page, 'Turn it on')
  await page.getByText('Enter the 6-digit code from the app').waitFor()
  const secret = (await section(page, 'second-factor').locator('code').innerText()).replaceAll(' ', '')
  await press(page, 'Copy the secret')
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.locator('[name="otp"]').fill(wrongCodeAt(secret, new Date()))
  await press(page, 'Turn it on')
  await page.getByText('This code is not right.').waitFor()
  await press(page, 'Not now')
  expect(await focused(page)).toBe('Turn on')

  const app = await turnOn(page)
  expect(await focused(page)).toBe('Your recovery codes')
  const first = await codes(page)
  expect(new Set(first).size).toBe(10)
  const download = page.waitForEvent('download')
  await press(page, 'Download the codes')
  const file = await readFile(await (await download).path(), 'utf8')
  for (const code of first) expect(file).toContain(code)
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('heading', { name: 'Have you saved your codes?' }).waitFor()
  await press(page, 'Back to the codes')
  expect(await codes(page)).toEqual(first)
  await press(page, 'I’ve saved them')
  expect(await focused(page)).toContain('your codes are saved')
  await press(page, 'Log out')
  await isOpen(page, 'Log in')

  await logIn(page, next(app))
  await isIn(page)
  await forget(page)
  await logIn(page, first[0]!)
  await isIn(page)
  await forget(page)
  await logIn(page, first[0]!)
  await dialog(page).getByText('This code is not right').waitFor()
  await dialog(page).locator('[name="otp"]').fill(first[1]!.toLowerCase())
  await dialog(page).getByRole('button', { name: 'Log in', exact: true }).click()
  await isIn(page)

  await page.goto(SETTINGS)
  await page.getByText('8 of your 10 recovery codes are left.').waitFor()
  await page.getByText('New recovery codes').click()
  await owner(page, 'renew')
  await page.locator('#renew-otp').fill(first[2]!)
  await page.keyboard.press('Enter')
  await isOpen(page, 'Your recovery codes')
  const second = await codes(page)
  expect(second.filter((code) => first.includes(code))).toEqual([])
  await press(page, 'I’ve saved them')

  await page.locator('summary', { hasText: 'Turn off' }).click()
  await page.locator('#off-password').fill('not it')
  await page.locator('#off-otp').fill(second[0]!)
  await press(page, 'Turn it off')
  await page.getByText('This is not your password').waitFor()
  await page.locator('#off-password').fill(PASSWORD)
  await press(page, 'Turn it off')
  await page.getByText('The second factor is off.').waitFor()
  await forget(page)
  await logIn(page)
  await isIn(page)
})

test('where admins need a second factor, a passkey or an app lets them in, and home says which is missing', async ({
  browser,
  page,
}) => {
  await page.goto('/login')
  await untilHydrated(page)
  await type(page, ADMIN, 'Log in as admin')
  await page.getByText('set up a second factor in your settings').waitFor()

  await page.goto(SETTINGS)
  await type(page, ADMIN, 'Log in')
  await page.getByText('Community admins need a second factor.').waitFor()
  const device = await createDevice(browser, page)
  await owner(page, 'passkey')
  await press(page, 'Add a passkey')
  await page.getByText('You can now log in with it.').waitFor()
  await forget(page)

  await page.goto('/login')
  await untilHydrated(page)
  await press(page, 'Log in with a passkey')
  await isOpen(page, 'Good to see you, Addy')
  await page.locator('li', { hasText: 'This device' }).getByText('Admin', { exact: true }).waitFor()
  expect(await page.locator('dd', { hasText: 'Turn it on' }).innerText()).toContain('Off')
  await page.getByRole('link', { name: 'Turn it on' }).click()
  await expect.poll(() => measureTop(page)).toBeLessThan(100)
  const app = await turnOn(page)
  await press(page, 'I’ve saved them')
  await forget(page)

  await page.goto('/login')
  await untilHydrated(page)
  await type(page, ADMIN, 'Log in as admin')
  await page.locator('main [name="otp"]:focus').fill(next(app))
  await press(page, 'Log in as admin')
  await isOpen(page, 'Good to see you, Addy')
  const line = page.locator('dd', { hasText: 'Manage it' })
  expect(await line.innerText()).toContain('On')
  await line.getByRole('link').click()
  await section(page, 'second-factor').getByText('recovery codes are left').waitFor()
  await device.remove()
})

test('a passkey is added in the settings, logs in its learner but not as an admin, and is removed', async ({
  browser,
  page,
}) => {
  const device = await createDevice(browser, page)
  await page.goto(SETTINGS)
  await type(page, LEARNER, 'Log in')
  const name = page.getByLabel('Name of the new passkey')
  expect(await name.inputValue()).not.toBe('')
  await name.fill('My blue key')
  await page.locator('#passkey-password').fill('not it')
  await press(page, 'Add a passkey')
  await page.getByText('This is not your password').waitFor()
  await owner(page, 'passkey')
  await press(page, 'Add a passkey')
  await page.getByText('“My blue key” added.').waitFor()
  expect(await focused(page)).toContain('added')
  await section(page, 'passkeys').getByText('not used yet').waitFor()
  await owner(page, 'passkey')
  await press(page, 'Add a passkey')
  await page.getByText('This device already has one of your passkeys.').waitFor()
  await press(page, 'Log out')
  await isOpen(page, 'Log in')

  await page.goto('/nina-reyes?login=1')
  await dialog(page).getByRole('button', { name: 'Log in with a passkey' }).click()
  await isIn(page)
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['access_token', 'refresh_token'])
  await page.goto('/login')
  await untilHydrated(page)
  await press(page, 'Log in with a passkey')
  await page.getByText('This passkey did not work. Please log in another way.').waitFor()

  await page.goto(SETTINGS)
  await section(page, 'passkeys').getByText('last used').waitFor()
  await press(page, 'Remove My blue key')
  await press(page, 'Keep it')
  await press(page, 'Remove My blue key')
  await section(page, 'passkeys').locator('li [name="password"]').fill(PASSWORD)
  await press(page, 'Remove it')
  await page.getByText('“My blue key” removed.').waitFor()
  await forget(page)
  await page.goto('/portal')
  await press(page, 'Log in with a passkey')
  await page.getByText('This passkey did not work. Please log in another way.').waitFor()
  await device.remove()
})

test('without passkey support none are offered, and the settings say why', async ({ launchBrowser }) => {
  const old = await launchBrowser()
  await old.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await old.page.goto(SETTINGS)
  await old.page.locator('main [name="email"]').fill(LEARNER)
  await old.page.locator('main [name="password"]').fill(PASSWORD)
  expect(await old.page.locator('main').getByText('Log in with a passkey').count()).toBe(0)
  await old.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await old.page.getByText('This browser can’t create passkeys here.').waitFor()
  await old.close()
})

/** Chromium's own authenticator: it keeps passkeys, and says at once that it has checked its person. */
async function createDevice(browser: Journey, page: Page) {
  const device = await browser.context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return { remove: () => device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) }
}

const measureTop = (page: Page) =>
  section(page, 'second-factor').evaluate((part) => Math.abs(part.getBoundingClientRect().top))
