/** One state of a page, and how a person comes to it. */
import type { Page } from 'playwright-core'
import type { Person } from '../world/demo-visitor.ts'
import type { Known } from './known.ts'

/** `asking`: with other people's scripts and log-ins, so visitors are asked, and with taxes. `broken`: one page fails, and one needs a database that is away. */
export type TestSiteName = 'plain' | 'asking' | 'broken'

export type State = {
  name: string
  path: string | ((known: Known) => string)
  site?: TestSiteName
  as?: Person
  withoutScripts?: true
  /** A call of the page stays unanswered, so its network is never idle. */
  isLoading?: true
  /** Prepares the browser before the page opens. */
  before?: (page: Page, known: Known) => Promise<unknown>
  /** Acts on the page like a person. */
  after?: (page: Page) => Promise<unknown>
}

export const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', typeof name === 'string' ? { name, exact: true } : { name })
    .first()
    .click()

export const sees = (page: Page, words: string | RegExp) =>
  page.getByText(words).filter({ visible: true }).first().waitFor()

/** Changes a server response, for states that a test cannot cause. */
export async function hears(page: Page, path: string, change: (said: Said) => void): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    // A refusal stays as it is, and the state is then reported as not reached.
    if (!response.ok()) return route.fulfill({ response })
    const said = await response.json()
    change(said.data)
    await route.fulfill({ response, json: said })
  })
}
type Said = ReturnType<typeof JSON.parse>
