/** One state of a page, and how a person comes to it. */
import type { Page } from 'playwright-core'
import type { Person } from '../demo-visitor.ts'
import type { Known } from './known.ts'

/** `asking`: with other people's scripts and log-ins, so visitors are asked. `broken`: one page fails, and one needs a database that is away. */
export type HouseName = 'plain' | 'asking' | 'broken'

export type State = {
  name: string
  path: string | ((known: Known) => string)
  house?: HouseName
  as?: Person
  withoutScripts?: true
  /** What the browser brings along, before the page is opened. */
  before?: (page: Page, known: Known) => Promise<unknown>
  /** What a person does there. */
  after?: (page: Page) => Promise<unknown>
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

export const sees = (page: Page, words: string | RegExp) =>
  page.getByText(words).filter({ visible: true }).first().waitFor()

export async function typeCard(page: Page, number = '4242 4242 4242 4242'): Promise<void> {
  await page.locator('[name="cardNumber"]').fill(number)
  await page.locator('[name="cardExpiry"]').fill('12 / 40')
  await page.locator('[name="cardCode"]').fill('123')
}

/** What the server says, changed: for what it says only at moments that nobody can bring about. */
export async function hears(page: Page, path: string, change: (said: Said) => void): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const said = await response.json()
    change(said.data)
    await route.fulfill({ response, json: said })
  })
}
type Said = ReturnType<typeof JSON.parse>
