/**
 * Every column with personal data: its purpose, its retention, its fate when an account is deleted, and its section of
 * the self-service export. `docs/personal-data.md` is generated from this declaration, and the nightly deletion runs
 * its rules. Tests compare it with the schema, the deletion and the export.
 */
import type { AgeRule, PersonalTables, Rule } from './table.ts'
import { accountTables } from './tables/accounts.ts'
import { cardTables } from './tables/cards.ts'
import { learningTables } from './tables/learning.ts'
import { messageTables } from './tables/messages.ts'
import { orderTables } from './tables/orders.ts'
import { referralTables } from './tables/referrals.ts'

export const personalTables: PersonalTables = {
  ...accountTables,
  ...orderTables,
  ...cardTables,
  ...referralTables,
  ...messageTables,
  ...learningTables,
}

export type ExpiryRule = { table: string; rule: Rule }

/** Lists each rule once, in the order of the declaration. */
export function listExpiryRules(): ExpiryRule[] {
  const allRules = Object.entries(personalTables).flatMap(([table, { rules = [] }]) =>
    rules.map((rule) => ({ table, rule })),
  )
  return allRules.filter(
    ({ rule }, index) =>
      !isNamed(rule) || allRules.findIndex((other) => isNamed(other.rule) && other.rule.rule === rule.rule) === index,
  )
}

export function isNamed(rule: Rule): rule is Exclude<Rule, AgeRule> {
  return 'rule' in rule
}
