/** The settings: a way to each section, and only what concerns the person. */
import { expect } from 'vitest'
import { freshBrowserTest as test } from '../../support/browser-test.ts'
import { enterAs, type Person } from '../../world/demo-visitor.ts'

const SETTINGS = '/portal/settings'

test.for<[Person, boolean]>([
  ['learner', false],
  ['creator', true],
])(
  'a %s reaches each section by its link, and chooses about the own e-mails',
  async ([person, isTeacher], { server, page }) => {
    await enterAs(page.context(), server.url, person)
    await page.goto(SETTINGS)
    const links = page.getByRole('navigation', { name: 'Settings' }).getByRole('link')
    await links.first().waitFor()
    const titles = await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents()
    expect(await links.allTextContents()).toEqual(titles)
    expect(titles).not.toContain('Saved cards')
    await links.getByText('Devices').press('Enter')
    await page.waitForURL(`**${SETTINGS}#devices`)
    await expect
      .poll(() => page.locator('#devices').evaluate((section) => section.getBoundingClientRect().top))
      .toBeLessThan(200)
    const mails = page.locator('#mail').getByRole('checkbox')
    expect(await mails.count()).toBe(isTeacher ? 9 : 7)
  },
)
