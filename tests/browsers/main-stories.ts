/** The main stories of a visitor, once in each browser that people use beside Chromium. */
import { linkIn, newestMail } from '../world/mailbox.ts'
import { button, heading, named, type RemoteBrowser, waitUntil } from './remote-browser.ts'

const PASSWORD = 'eleven quiet lanterns'
const CARD = { cardNumber: '4242 4242 4242 4242', cardExpiry: '12 / 40', cardCode: '123' }

export type Story = { name: string; run(browser: RemoteBrowser, site: string): Promise<void> }

/** The stories of one buyer, in their order. */
export function createStories(email: string): readonly Story[] {
  return [
    { name: 'buys a course by card', run: (browser, site) => buyCourse(browser, site, email) },
    { name: 'sets a password and logs in', run: (browser, site) => logIn(browser, site, email) },
    { name: 'plays a lesson', run: (browser, site) => playLesson(browser, site) },
  ]
}

async function buyCourse(browser: RemoteBrowser, site: string, email: string): Promise<void> {
  await browser.goto(site)
  await browser.press('(//main//a[contains(normalize-space(), "Mobile content creator")])[last()]')
  await browser.waitFor('//h1[contains(normalize-space(), "Mobile content creator")]')
  await browser.press('(//main//a[@data-enrol])[1]')
  await waitUntil(browser, "location.pathname === '/checkout/MCOM'")
  await browser.fill(named('email'), email)
  await browser.fill(named('name'), 'Lena Ortiz')
  await browser.press(named('terms'))
  for (const [name, text] of Object.entries(CARD)) await browser.fill(named(name), text)
  await browser.press('//button[starts-with(normalize-space(), "Pay") and not(contains(., "PayPal"))]')
  await waitUntil(browser, "location.pathname.startsWith('/order/')")
  await browser.waitFor('//main//*[normalize-space()="Complete"]')
}

async function logIn(browser: RemoteBrowser, site: string, email: string): Promise<void> {
  await browser.goto(linkIn(await newestMail(site, email, /You’re in/), 'set-password'))
  await browser.fill(named('password'), PASSWORD)
  await browser.press(button('Save and log in'))
  await browser.waitFor(heading('Mobile content creator'))
  await browser.press(button('Log out'))
  await browser.waitFor(heading('Log in'))
  await browser.fill(named('email'), email)
  await browser.fill(named('password'), PASSWORD)
  await browser.press(`//main${button('Log in')}`)
  await browser.waitFor(heading('Mobile content creator'))
}

async function playLesson(browser: RemoteBrowser, site: string): Promise<void> {
  await browser.goto(`${site}/portal/courses/mcom`)
  await browser.press('(//a[contains(@href, "/lessons/first-seconds")])[1]')
  await browser.press('//button[starts-with(@aria-label, "Play") or starts-with(normalize-space(), "Play:")]')
  await waitUntil(browser, "document.querySelector('video')?.currentTime > 3")
  await waitUntil(browser, "document.querySelector('video')?.videoWidth > 0")
  await browser.press(button('Mark done'))
  await browser.waitFor('//main//*[normalize-space()="Done"]')
}
