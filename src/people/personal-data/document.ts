/** Writes docs/personal-data.md from the declaration. */
import { isNamed, personalTables } from './declaration.ts'
import { type AgeRule, type PersonalTable, RETENTION_TEXTS, type Rule } from './table.ts'

const HEADER = `# Personal data

Generated from \`src/people/personal-data\`: change the declaration there instead. Every table and column that is not listed holds no personal data. A test compares the declaration with the schema: a new column that could hold personal data fails until it is declared. The job \`personal-data.expire\` applies the deletion rules in batches: rules of a day or less each hour, the others each night. The job queue (schema \`pgboss\`) holds ids and sealed values, and deletes finished jobs after a week.

"Deletion" says what deleting an account does with a row: *deleted* removes the row, *anonymised* replaces name and address with placeholders and empties the other columns. "Export" is the section in the file that a signed-in person can download.
`

export function describePersonalData(): string {
  const tables = Object.entries(personalTables).toSorted(([a], [b]) => a.localeCompare(b))
  return [HEADER, ...tables.map(([name, table]) => describeTable(name, table))].join('\n')
}

function describeTable(name: string, table: PersonalTable): string {
  const { purpose, personal, erasure, export: section } = table
  return [
    `## ${name}`,
    `${purpose}.`,
    '',
    `- Retention: ${describeRetention(table)}`,
    `- Deletion: ${typeof erasure === 'string' ? erasure : `kept: ${erasure.retentionReason}`}`,
    `- Export: ${typeof section === 'string' ? `\`${section}\`` : `not exported: ${section.reasonOmitted}`}`,
    '',
    '| column | purpose | retention |',
    '| --- | --- | --- |',
    ...Object.entries(personal).map(
      ([column, columnPurpose]) => `| \`${column}\` | ${columnPurpose} | ${columnRetention(table, column)} |`,
    ),
    '',
  ].join('\n')
}

function describeRetention({ retainedBy: keeper, rules = [] }: PersonalTable): string {
  const generalRetention = keeper === 'rule' ? [] : [RETENTION_TEXTS[keeper]]
  return [...generalRetention, ...rules.map(describeRule)].join('; ')
}

/** The rule that empties this column, or else the retention of the row. */
function columnRetention(table: PersonalTable, column: string): string {
  const columnRule = (table.rules ?? []).find((rule): rule is AgeRule => !isNamed(rule) && column in (rule.clear ?? {}))
  return columnRule ? `${describeRule(columnRule)}; then with its row` : 'with its row'
}

function describeRule(rule: Rule): string {
  if (isNamed(rule)) return rule.description
  const when = rule.days === 0 ? `once \`${rule.after}\` has passed` : `${rule.days} days after \`${rule.after}\``
  const condition = rule.whileNull ? `, where \`${rule.whileNull}\` is not set` : ''
  if (!rule.clear) return `deleted ${when}${condition}`
  return `${Object.keys(rule.clear).map(formatCode).join(' and ')} emptied ${when}${condition}`
}

function formatCode(text: string): string {
  return `\`${text}\``
}
