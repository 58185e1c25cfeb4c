import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { codeAt, STEP_MS, wrongCodeAt } from '../authenticator-app.ts'
import { type Journey, openBrowser } from '../browser.ts'
import { type RunningServer, startServer } from '../server.ts'

const PASSWORD = 'understudy-demo'
const LEARNER = 'learner@understudy.test'
const ADMIN = 'admin@understudy.test'
const SETTINGS = '/portal/settings'

let server: RunningServer
let browser: Journey
let page: Page
beforeAll(async () => {
  server = await startServer({ ADMIN_SECOND_FACTOR: '1' })
  browser = await openBrowser()
  page = browser.page
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
}, 180_000)
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})
/** Everybody begins as a stranger. */
beforeEach(async () => {
  await forget()
  browser.faults.length = 0
})

const dialog = () => page.locator('dialog#log-in')
const section = (id: string) => page.locator(`section#${id}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const isOpen = (name: string) => page.getByRole('heading', { name }).first().waitFor()
const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())

async function forget(): Promise<void> {
  await page.goto(server.url)
  await page.evaluate(() => localStorage.clear())
}

async function type(email: string, button: string): Promise<void> {
  await page.locator('main [name="email"]').fill(email)
  await page.locator('main [name="password"]').fill(PASSWORD)
  await press(button)
}

/** In the dialog, over a landing page. */
async function logIn(otp?: string): Promise<void> {
  await page.goto(`${server.url}/nina-reyes?login=1`)
  await dialog().locator('[name="email"]').fill(LEARNER)
  await dialog().locator('[name="password"]').fill(PASSWORD)
  const send = dialog().getByRole('button', { name: 'Log in', exact: true })
  await send.click()
  if (!otp) return
  await dialog().locator('[name="otp"]:focus').fill(otp)
  await send.click()
}
const isIn = () => dialog().waitFor({ state: 'hidden' })

const owner = (prefix: string) => page.locator(`#${prefix}-password`).fill(PASSWORD)

/** From "Turn on" to the codes. Answers the app's secret, and when its code was shown. */
async function turnOn(): Promise<{ secret: string; at: Date }> {
  await owner('on')
  await press('Turn on')
  await section('second-factor').getByRole('img', { name: 'QR code' }).waitFor()
  const secret = (await section('second-factor').locator('code').innerText()).replaceAll(' ', '')
  const at = new Date()
  await page.locator('[name="otp"]').fill(codeAt(secret, at))
  await press('Turn it on')
  await isOpen('Your recovery codes')
  return { secret, at }
}
/** A code works once; one of the step after is taken already. */
const next = ({ secret, at }: { secret: string; at: Date }) => codeAt(secret, new Date(at.getTime() + STEP_MS))
const codes = () => section('second-factor').locator('li code').allInnerTexts()

test('a second factor is turned on, asked for at log-in, does without the phone by a code put away, and is turned off', async () => {
  await page.goto(server.url + SETTINGS)
  await type(LEARNER, 'Log in')
  await press('Turn on')
  await page.getByText('Password is required').waitFor()
  await owner('on')
  await press('Turn on')
  const picture = section('second-factor').getByRole('img', { name: 'QR code' })
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  expect(await focused()).toBe('Scan this QR code with your authenticator app')
  await press('Turn it on')
  await page.getByText('Please type the six digits from the app').waitFor()
  const secret = (await section('second-factor').locator('code').innerText()).replaceAll(' ', '')
  await press('Copy the secret')
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await page.locator('[name="otp"]').fill(wrongCodeAt(secret, new Date()))
  await press('Turn it on')
  await page.getByText('This code is not right.').waitFor()
  await press('Not now')
  expect(await focused()).toBe('Turn on')

  const app = await turnOn()
  expect(await focused()).toBe('Your recovery codes')
  const first = await codes()
  expect(new Set(first).size).toBe(10)
  const download = page.waitForEvent('download')
  await press('Download the codes')
  const file = await readFile(await (await download).path(), 'utf8')
  for (const code of first) expect(file).toContain(code)
  await press('I have put them away')
  expect(await focused()).toContain('your codes are put away')
  await press('Log out')
  await isOpen('Log in')

  await logIn(next(app))
  await isIn()
  await forget()
  await logIn(first[0]!)
  await isIn()
  await forget()
  await logIn(first[0]!)
  await dialog().getByText('This code is not right').waitFor()
  await dialog().locator('[name="otp"]').fill(first[1]!.toLowerCase())
  await dialog().getByRole('button', { name: 'Log in', exact: true }).click()
  await isIn()

  await page.goto(server.url + SETTINGS)
  await page.getByText('8 of your 10 recovery codes are left.').waitFor()
  await page.getByText('New recovery codes').click()
  await owner('renew')
  await page.locator('#renew-otp').fill(first[2]!)
  await page.keyboard.press('Enter')
  await isOpen('Your recovery codes')
  const second = await codes()
  expect(second.filter((code) => first.includes(code))).toEqual([])
  await press('I have put them away')

  await page.locator('summary', { hasText: 'Turn off' }).click()
  await page.locator('#off-password').fill('not it')
  await page.locator('#off-otp').fill(second[0]!)
  await press('Turn it off')
  await page.getByText('This is not your password').waitFor()
  await page.locator('#off-password').fill(PASSWORD)
  await press('Turn it off')
  await page.getByText('The second factor is off.').waitFor()
  await forget()
  await logIn()
  await isIn()
  expect(unmeant()).toEqual([])
})

test('where admins need one, a passkey lets an admin in, or a factor that was set up, and home says which is missing', async () => {
  await page.goto(`${server.url}/login`)
  await type(ADMIN, 'Log in as admin')
  await page.getByText('set up a second factor in your settings').waitFor()

  await page.goto(server.url + SETTINGS)
  await type(ADMIN, 'Log in')
  await page.getByText('Community admins need one here.').waitFor()
  const device = await openDevice()
  await owner('passkey')
  await press('Add a passkey')
  await page.getByText('You can log in with it.').waitFor()
  await forget()

  await page.goto(`${server.url}/login`)
  await press('Log in with a passkey')
  await isOpen('Good to see you, Addy')
  await page.locator('li', { hasText: 'This device' }).getByText('Admin', { exact: true }).waitFor()
  expect(await page.locator('dd', { hasText: 'Turn it on' }).innerText()).toContain('Off')
  await page.getByRole('link', { name: 'Turn it on' }).click()
  await expect.poll(topOf).toBeLessThan(100)
  const app = await turnOn()
  await press('I have put them away')
  await forget()

  await page.goto(`${server.url}/login`)
  await type(ADMIN, 'Log in as admin')
  await page.locator('main [name="otp"]:focus').fill(next(app))
  await press('Log in as admin')
  await isOpen('Good to see you, Addy')
  const line = page.locator('dd', { hasText: 'See to it' })
  expect(await line.innerText()).toContain('On')
  await line.getByRole('link').click()
  await section('second-factor').getByText('recovery codes are left').waitFor()
  await device.remove()
  expect(unmeant()).toEqual([])
})

test('a passkey is added in the settings, logs in by itself but no learner as an admin, and is removed', async () => {
  const device = await openDevice()
  await page.goto(server.url + SETTINGS)
  await type(LEARNER, 'Log in')
  const name = page.getByLabel('Name of the new passkey')
  expect(await name.inputValue()).not.toBe('')
  await name.fill('My blue key')
  await page.locator('#passkey-password').fill('not it')
  await press('Add a passkey')
  await page.getByText('This is not your password').waitFor()
  await owner('passkey')
  await press('Add a passkey')
  await page.getByText('“My blue key” is added.').waitFor()
  expect(await focused()).toContain('is added')
  await section('passkeys').getByText('not used yet').waitFor()
  await owner('passkey')
  await press('Add a passkey')
  await page.getByText('This device has a passkey of yours already.').waitFor()
  await press('Log out')
  await isOpen('Log in')

  await page.goto(`${server.url}/nina-reyes?login=1`)
  await dialog().getByRole('button', { name: 'Log in with a passkey' }).click()
  await isIn()
  expect(await page.evaluate(() => Object.keys(localStorage).sort())).toEqual(['access_token', 'refresh_token'])
  await page.goto(`${server.url}/login`)
  await press('Log in with a passkey')
  await page.getByText('This passkey did not work. Please log in another way.').waitFor()

  await page.goto(server.url + SETTINGS)
  await section('passkeys').getByText('last used').waitFor()
  await press('Remove My blue key')
  await press('Keep it')
  await press('Remove My blue key')
  await section('passkeys').locator('li [name="password"]').fill(PASSWORD)
  await press('Remove it')
  await page.getByText('“My blue key” is removed.').waitFor()
  await forget()
  await page.goto(`${server.url}/portal`)
  await press('Log in with a passkey')
  await page.getByText('This passkey did not work. Please log in another way.').waitFor()
  await device.remove()
  expect(unmeant()).toEqual([])
})

test('where the browser has no passkeys, none are offered, and the settings say why', async () => {
  const old = await openBrowser()
  await old.page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await old.page.goto(server.url + SETTINGS)
  await old.page.locator('main [name="email"]').fill(LEARNER)
  await old.page.locator('main [name="password"]').fill(PASSWORD)
  expect(await old.page.locator('main').getByText('Log in with a passkey').count()).toBe(0)
  await old.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await old.page.getByText('This browser cannot make passkeys here.').waitFor()
  expect(old.faults).toEqual([])
  await old.close()
})

/** Chromium's own authenticator: it keeps passkeys, and says at once that it has checked its person. */
async function openDevice() {
  const device = await browser.context.newCDPSession(page)
  await device.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  return { remove: () => device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }) }
}

const topOf = () => section('second-factor').evaluate((part) => Math.abs(part.getBoundingClientRect().top))

/** A refusal on the way is meant, and a browser says so. */
function unmeant(): string[] {
  return browser.faults.filter((fault) => !/status of 40[013]/.test(fault))
}
