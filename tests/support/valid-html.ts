/** Judges a document by the content models of HTML, as a validator does. */
import { type ConfigData, HtmlValidate, StaticConfigLoader } from 'html-validate'

/** The standard's rules. What is left out is a matter of taste, or is judged by axe. */
const RULES: ConfigData = { root: true, extends: ['html-validate:standard'] }

const validator = new HtmlValidate(new StaticConfigLoader(RULES))

/** One line for each fault: the rule, what it wants, and where. */
export async function findHtmlFaults(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(
      ({ ruleId, message, selector, line, column }) => `${ruleId}: ${message}, at ${selector ?? `${line}:${column}`}`,
    ),
  )
}
