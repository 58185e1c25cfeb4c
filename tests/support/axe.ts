/** Asks axe what is wrong with a page as it stands. */
import axe from 'axe-core'
import type { Page } from 'playwright-core'

type AxeResult = { violations: { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] }[] }

/** One line a fault: the rule, what it wants, and where. A colour on its way to another is looked at where it arrives. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  await page.evaluate(() => {
    for (const each of document.getAnimations()) if (each instanceof CSSTransition) each.finish()
  })
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate<AxeResult>(
    'axe.run({ resultTypes: ["violations"], rules: { "target-size": { enabled: true } } })',
  )
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => {
      const why = failureSummary.split('\n')[1]?.trim() ?? ''
      return `${id}: ${help}, at ${target.join(' ')} (${why})`
    }),
  )
}
