import { describeChange, describeRow } from '#catalogue/catalog/files/describe-changes.ts'
import type { Change } from '#catalogue/catalog/files/differences.ts'
import { type ImportResult, importContent } from '#catalogue/catalog/files/import.ts'
import { readConfig, StartupError } from '#config/config.ts'
import { normaliseEmail } from '#domain/contact.ts'
import type { Deps } from '#http/deps.ts'
import { followImport } from '#learn/lessons/check-completions.ts'
import { countPeopleToTell } from '#learn/live/changes-of-seats.ts'
import { personByEmail } from '#people/accounts/queries/people.ts'
import { giveCourses } from '#people/roles/give-courses.ts'
import type { Tx } from '#platform/db/db.ts'
import { createToolDeps } from '../tool-deps.ts'

type Options = {
  dryRun?: boolean
  remove?: boolean
  withoutMedia?: boolean
  overDrafts?: boolean
  overStudio?: boolean
  creator?: string
}

export async function runImport(folder: string, options: Options): Promise<void> {
  const {
    dryRun: isTrial = false,
    remove: removes = false,
    withoutMedia = false,
    overDrafts = false,
    overStudio = false,
    creator,
  } = options
  const deps = await createToolDeps(readConfig())
  try {
    const creatorId = creator ? await requirePersonId(deps, creator) : null
    let creatorCourses: string[] = []
    let peopleToTell = 0
    const onChanged = async (tx: Tx, changes: readonly Change[]) => {
      await followImport(deps, tx, listChangedCodes(changes))
      if (changes.length > 0) peopleToTell = await countPeopleToTell(deps, tx)
      if (creatorId) creatorCourses = await giveCourses(deps, tx, creatorId, listNewCourses(changes))
    }
    const imported = await importContent(deps, folder, deps.clock(), {
      isTrial,
      removes,
      withoutMedia,
      overDrafts,
      overStudio,
      onChanged,
    })
    if (imported.ok) {
      print(imported.value, isTrial, peopleToTell)
      if (creatorCourses.length > 0 && !isTrial)
        console.log(`${creator} is now the creator of ${creatorCourses.join(', ')}.`)
    } else {
      console.error(`${imported.refusal.reason}\nNothing was imported.`)
      process.exitCode = 1
    }
  } finally {
    await deps.close()
  }
}

async function requirePersonId({ db }: Pick<Deps, 'db'>, address: string): Promise<string> {
  const person = await personByEmail(db, normaliseEmail(address))
  if (!person) throw new StartupError(`Nobody has an account with the address ${address}. Nothing was imported.`)
  return person.id
}

/** Codes of changed courses and cohorts. */
function listChangedCodes(changes: readonly Change[]): string[] {
  return changes.filter(({ kind }) => kind === 'courses' || kind === 'cohorts').map(({ code }) => code)
}

const listNewCourses = (changes: readonly Change[]): string[] =>
  changes.filter(({ kind, changeType }) => kind === 'courses' && changeType === 'new').map(({ code }) => code)

function print(
  { changes, versions, retained: retainedCohorts, stayCancelled, missingMedia }: ImportResult,
  isTrial: boolean,
  peopleToTell: number,
): void {
  for (const change of changes) for (const line of describeChange(change)) console.log(line)
  for (const { courseCode, number } of versions) console.log(`version  ${number} of course ${courseCode}`)
  for (const one of retainedCohorts) console.log(`kept     ${describeRow(one)}, which is not in the files`)
  for (const code of stayCancelled)
    console.log(
      `kept     cohort ${code} cancelled: the files would open it again, and a cancelled cohort stays cancelled`,
    )
  for (const name of missingMedia)
    console.log(
      `missing  media ${name}: its lesson is planned, or keeps its content. Without its curriculum file, a course keeps the stored one or has a drawn one`,
    )
  const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
  if (peopleToTell > 0)
    console.log(
      `e-mail   ${peopleToTell === 1 ? '1 person gets' : `${peopleToTell} people get`} an e-mail about changed dates`,
    )
  if (changes.length === 0) console.log('No changes.')
  else console.log(isTrial ? `${count} to be made. This was a dry run: nothing was written.` : `${count} made.`)
  if (versions.length > 0 && !isTrial)
    console.log('New films and pictures appear when the running server has prepared them, pictures within a minute.')
}
