/**
 * Every column with personal data: its purpose, its retention, what the deletion of an account does with it, and
 * where the self-service export has it. `docs/personal-data.md` is generated from this; the nightly deletion runs its
 * rules; tests compare it with the schema, with the deletion and with the export.
 */
import type { AgeRule, PersonalTables, Rule } from './table.ts'
import { accountTables } from './tables/accounts.ts'
import { freeTables } from './tables/free.ts'
import { messageTables } from './tables/messages.ts'
import { orderTables } from './tables/orders.ts'

export const personalTables: PersonalTables = { ...accountTables, ...orderTables, ...messageTables }

export type ExpiryRule = { table: string; rule: Rule }

/** Each rule once, in the order of the declaration. */
export function listExpiryRules(): ExpiryRule[] {
  const all = Object.entries(personalTables).flatMap(([table, { rules = [] }]) =>
    rules.map((rule) => ({ table, rule })),
  )
  return all.filter(
    ({ rule }, at) => !isNamed(rule) || all.findIndex((one) => isNamed(one.rule) && one.rule.rule === rule.rule) === at,
  )
}

export function isNamed(rule: Rule): rule is Exclude<Rule, AgeRule> {
  return 'rule' in rule
}

/** Column → whether it is about a person, for each table. Tables of the schema `public` stand without it. */
export function declaredColumns(): Map<string, Map<string, boolean>> {
  const personal = Object.entries(personalTables).map(
    ([table, { personal: about, free }]): Declared => [
      table,
      new Map([
        ...Object.keys(about).map((column): [string, boolean] => [column, true]),
        ...words(free).map((column): [string, boolean] => [column, false]),
      ]),
    ],
  )
  const free = Object.entries(freeTables).map(
    ([table, columns]): Declared => [
      table,
      new Map(words(columns).map((column): [string, boolean] => [column, false])),
    ],
  )
  return new Map([...personal, ...free])
}

type Declared = [table: string, columns: Map<string, boolean>]

function words(text: string): string[] {
  return text.split(' ').filter(Boolean)
}
