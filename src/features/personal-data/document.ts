/** docs/personal-data.md: the declaration as a table for people. */
import { isNamed, personalTables } from './declaration.ts'
import { type AgeRule, KEEPERS, type PersonalTable, type Rule } from './table.ts'
import { freeTables } from './tables/free.ts'

const HEAD = `# Personal data

Generated from \`src/features/personal-data\`: change the declaration there instead. A test compares it with the schema, so a new column fails until it is declared. The job \`personal-data.expire\` applies the deletion rules in batches: rules of a day or less each hour, the others each night. The job queue (schema \`pgboss\`) holds ids and sealed values, and deletes finished jobs after a week.

"Deletion" says what deleting an account does with a row: *deleted* removes the row, *anonymised* replaces name and address by ones that lead nowhere and empties the rest. "Export" names the section of the file that a signed-in person can download.
`

export function describePersonalData(): string {
  const tables = Object.entries(personalTables).toSorted(([a], [b]) => a.localeCompare(b))
  const free = Object.entries(freeTables).toSorted(([a], [b]) => a.localeCompare(b))
  return [
    HEAD,
    ...tables.map(([name, table]) => describeTable(name, table)),
    '## Tables without personal data',
    '',
    free.map(([name]) => `\`${name}\``).join(', '),
    '',
  ].join('\n')
}

function describeTable(name: string, table: PersonalTable): string {
  const { purpose, personal, free, erasure, export: section } = table
  return [
    `## ${name}`,
    `${purpose}.`,
    '',
    `- Retention: ${retention(table)}`,
    `- Deletion: ${typeof erasure === 'string' ? erasure : `kept: ${erasure.kept}`}`,
    `- Export: ${typeof section === 'string' ? `\`${section}\`` : `not exported: ${section.none}`}`,
    ...(free ? [`- Without personal data: ${free.split(' ').map(code).join(', ')}`] : []),
    '',
    '| column | purpose | retention |',
    '| --- | --- | --- |',
    ...Object.entries(personal).map(
      ([column, why]) => `| \`${column}\` | ${why} | ${columnRetention(table, column)} |`,
    ),
    '',
  ].join('\n')
}

function retention({ keeper, rules = [] }: PersonalTable): string {
  const rest = keeper === 'rule' ? [] : [KEEPERS[keeper]]
  return [...rest, ...rules.map(describeRule)].join('; ')
}

/** A rule that empties this very column, or else what the whole row has. */
function columnRetention(table: PersonalTable, column: string): string {
  const own = (table.rules ?? []).find((rule): rule is AgeRule => !isNamed(rule) && column in (rule.clear ?? {}))
  return own ? `${describeRule(own)}; then with its row` : 'with its row'
}

function describeRule(rule: Rule): string {
  if (isNamed(rule)) return rule.says
  const when = rule.days === 0 ? `once \`${rule.after}\` has passed` : `${rule.days} days after \`${rule.after}\``
  const only = rule.whileNull ? `, where \`${rule.whileNull}\` is not set` : ''
  if (!rule.clear) return `deleted ${when}${only}`
  return `${Object.keys(rule.clear).map(code).join(' and ')} emptied ${when}${only}`
}

function code(text: string): string {
  return `\`${text}\``
}
