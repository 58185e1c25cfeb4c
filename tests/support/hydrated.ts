import type { Page } from 'playwright-core'

/**
 * Waits until React handles what a person does on the page. On a document with islands that begins with the first
 * interaction.
 */
export const untilHydrated = (page: Page): Promise<void> => page.locator('html[data-hydrated]').waitFor()
