/**
 * Editors type into the same units of one course, while the program and PostgreSQL are killed. Then each acknowledged
 * text is in the draft, or was read by the person who replaced it.
 */
import type { Deps } from '#http/deps.ts'
import { putCourseRole } from '#people/roles/queries.ts'
import { transact } from '#platform/db/transaction.ts'
import { createRandom } from '../../support/random.ts'
import { type RunningServer, startServer } from '../../world/server.ts'
import { auditUntilClean, pause, withDeps } from '../installation.ts'
import { createAccounts, logIn } from '../learning/classroom.ts'
import { type Body, type EditorRecord, edit, toText, UNITS, type UnitName } from './editor.ts'

export type DraftPlan = {
  /** Simultaneous editors. */
  editors: number
  /** Acknowledged saves. */
  saves: number
  /** Kills of the program. PostgreSQL is killed a third as often. */
  kills: number
  seed: number
}
export type DraftReport = {
  acknowledged: number
  conflicts: number
  /** Saves without an answer. */
  lost: number
  offered: number
  answers: Record<string, number>
  kills: { app: number; postgres: number }
  faults: string[]
  violations: string
  seconds: number
}

const COURSE = 'NG'
const ENVIRONMENT = { TRUSTED_PROXIES: '127.0.0.1,::1' }

export async function tortureDrafts(plan: DraftPlan): Promise<DraftReport> {
  const began = performance.now()
  const random = createRandom(plan.seed)
  const server = await startServer(ENVIRONMENT)
  try {
    const accounts = await withDeps(server, ENVIRONMENT, (deps) => createEditors(deps, plan.editors))
    const before = await withDeps(server, ENVIRONMENT, readDraft)
    const records: EditorRecord[] = accounts.map((_account, index) => ({
      name: `Editor ${index + 1}`,
      acknowledged: [],
      answers: {},
      conflicts: 0,
      offered: 0,
      faults: [],
    }))
    let saved = 0
    const site = { url: server.url, courseCode: COURSE, random, onSaved: () => void saved++ }
    const hasNext = () => saved < plan.saves
    const editing = Promise.all(
      accounts.map(async ({ email, address }, index) => {
        const token = await logIn(server.url, { email, address })
        const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': address }
        return edit(site, records[index]!, headers, hasNext)
      }),
    )
    const killing = killMeanwhile(plan, server, () => saved)
    await Promise.race([editing, killing.then(() => editing)])
    const kills = await killing
    const violations = await auditUntilClean(server, ENVIRONMENT)
    const after = await withDeps(server, ENVIRONMENT, readDraft)
    const answers: Record<string, number> = {}
    for (const record of records)
      for (const [kind, count] of Object.entries(record.answers)) answers[kind] = (answers[kind] ?? 0) + count
    const { lost = 0 } = answers
    return {
      acknowledged: saved,
      conflicts: records.reduce((sum, { conflicts }) => sum + conflicts, 0),
      lost,
      offered: records.reduce((sum, { offered }) => sum + offered, 0),
      answers,
      kills,
      faults: [...records.flatMap(({ faults }) => faults), ...judge(records, before, after)],
      violations,
      seconds: Math.round((performance.now() - began) / 1000),
    }
  } finally {
    await server.dispose()
  }
}

async function createEditors(deps: Deps, count: number) {
  const accounts = await createAccounts(deps, count)
  for (const { email } of accounts) {
    const { id: personId } = await deps.db
      .selectFrom('person')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    await transact(deps.db, (tx) => putCourseRole(tx, { personId, courseCode: COURSE, role: 'co_teacher' }))
  }
  return accounts
}

/** The kills are spread evenly over the saves. */
async function killMeanwhile({ saves, kills }: DraftPlan, server: RunningServer, countSaved: () => number) {
  const done = { app: 0, postgres: 0 }
  for (let index = 0; index < kills; index++) {
    while (countSaved() < (saves * (index + 1)) / (kills + 2)) await pause(10)
    if (index % 3 === 2) {
      await server.killPostgres9()
      done.postgres++
    } else {
      await server.kill9()
      done.app++
      await server.start()
    }
  }
  return done
}

type Draft = Map<UnitName, { version: number; text: string }>

async function readDraft({ db }: Deps): Promise<Draft> {
  const rows = await db
    .selectFrom('course_draft')
    .select(['unit', 'version', 'body'])
    .where('course_code', '=', COURSE)
    .where('unit', 'in', UNITS)
    .execute()
  return new Map(
    rows.map(({ unit, version, body }) => {
      const name = unit as UnitName
      return [name, { version, text: toText(name, body as Body) }]
    }),
  )
}

function judge(records: readonly EditorRecord[], before: Draft, after: Draft): string[] {
  const faults: string[] = []
  const texts = new Map<string, string>()
  for (const { name, acknowledged } of records)
    for (const { unit, version, text } of acknowledged) {
      const key = `${unit} ${version}`
      if ((texts.get(key) ?? text) !== text)
        faults.push(`${key} was acknowledged to two: ${texts.get(key)}, and ${name}’s ${text}`)
      texts.set(key, text)
      if (version <= (before.get(unit)?.version ?? 0)) faults.push(`${key} is no newer version`)
    }
  for (const { name, acknowledged } of records)
    for (const { version, base, baseText } of acknowledged) {
      const replaced = texts.get(base)
      if (replaced !== undefined && replaced !== baseText)
        faults.push(`${name} replaced ${base}, ${replaced}, by version ${version}, and knew ${baseText}`)
    }
  for (const unit of UNITS) {
    const { version, text } = after.get(unit) ?? { version: 0, text: '' }
    const versions = records.flatMap(({ acknowledged }) =>
      acknowledged.filter((save) => save.unit === unit).map((save) => save.version),
    )
    const newest = Math.max(0, ...versions)
    if (version < newest) faults.push(`the draft has version ${version} of ${unit}, and ${newest} was acknowledged`)
    if (version === newest && texts.get(`${unit} ${newest}`) !== text)
      faults.push(
        `the draft has ${text} as version ${newest} of ${unit}, and ${texts.get(`${unit} ${newest}`)} was acknowledged`,
      )
  }
  return faults
}
