/** `npm run u -- prove axe` judges every other state of a page too. */
import { expect } from 'vitest'
import { test } from '../../support/browser-test.ts'
import { LISTED_PAGES } from '../../support/listed-pages.ts'
import { findHtmlFaults } from '../../support/valid-html.ts'
import { enterAs } from '../../world/demo-visitor.ts'

test.for(['learner', 'admin'] as const)(
  'every page for a logged-in %s is valid HTML once its data is shown',
  async (as, { server, launchBrowser }) => {
    const { context, page, allowedFaults, close } = await launchBrowser()
    await enterAs(context, server.url, as)
    for (const { name, path, isRefused } of LISTED_PAGES.filter((listed) => listed.as === as)) {
      if (isRefused) allowedFaults.push(/status of 404/)
      await page.goto(path, { waitUntil: 'networkidle' })
      expect([name, await findHtmlFaults(await page.content())]).toEqual([name, []])
    }
    await close()
  },
)
