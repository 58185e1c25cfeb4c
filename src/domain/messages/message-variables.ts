/** The variables that a teacher's message to learners may contain, such as `{first name}`. docs/contract §43. */

/** Each variable, as it is written between braces. */
export const MESSAGE_VARIABLES = ['first name', 'course', 'dates', 'next session', 'portal link'] as const
export type MessageVariable = (typeof MESSAGE_VARIABLES)[number]

/** The words of each variable for one reader. `portal link` is an address. */
export type VariableValues = Readonly<Record<MessageVariable, string>>

/** Words between braces. Braces around anything else stay text. */
const VARIABLE = /\{([\p{L}][\p{L} _-]{0,39})\}/gu

const isVariable = (name: string): name is MessageVariable => MESSAGE_VARIABLES.some((variable) => variable === name)
const toName = (written: string) =>
  written
    .trim()
    .toLowerCase()
    .replaceAll(/[ _-]+/g, ' ')

/** Text, or a variable as it was written. `variable` null: no variable has this name. */
export type VariablePart = { text: string } | { written: string; variable: MessageVariable | null }

/** The text in its parts, in order. Together they are the whole text. */
export function splitVariables(text: string): VariablePart[] {
  const parts: VariablePart[] = []
  let from = 0
  for (const match of text.matchAll(VARIABLE)) {
    const [written, name = ''] = match
    if (match.index > from) parts.push({ text: text.slice(from, match.index) })
    const variable = toName(name)
    parts.push({ written, variable: isVariable(variable) ? variable : null })
    from = match.index + written.length
  }
  if (from < text.length) parts.push({ text: text.slice(from) })
  return parts
}

/** The first word between braces that is no variable, such as `{fist name}`. Null: there is none. */
export function findUnknownVariable(text: string): string | null {
  const unknown = splitVariables(text).find((part) => 'written' in part && part.variable === null)
  return unknown && 'written' in unknown ? unknown.written : null
}

/** The text for one reader. The values are not searched for variables. */
export function fillVariables(text: string, values: VariableValues): string {
  return splitVariables(text)
    .map((part) => ('text' in part ? part.text : part.variable ? values[part.variable] : part.written))
    .join('')
}
