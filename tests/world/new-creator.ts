/** A creator who begins: the role is given by a command, and the link that it prints sets the password. */
import type { Page } from 'playwright-core'
import { readConfig } from '#config/config.ts'
import { grantCreatorRole } from '#people/accounts/sign-up/grant-creator-role.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import type { RunningServer } from './server.ts'

export const NEW_PASSWORD = 'eleven quiet lanterns'

/** Leaves the page in the portal, logged in. */
export async function enterAsNewCreator(
  page: Page,
  { url, dataDir }: Pick<RunningServer, 'url' | 'dataDir'>,
  person: { email: string; name: string },
): Promise<void> {
  const deps = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  const link = await grantCreatorRole(deps, person)
  await deps.close()
  const { pathname, hash } = new URL(link!)
  await page.goto(url + pathname + hash)
  await page.locator('main [name="password"]').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Save and log in' }).click()
  await page.waitForURL('**/portal**')
}
