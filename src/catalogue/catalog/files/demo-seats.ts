/** Reads `demo.yaml` beside the catalogue: the seats that the demo fills, and the cohorts of its learner. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deps } from '#http/deps.ts'
import { decodeTextFile } from '#platform/text-file.ts'
import { readYaml } from '#platform/yaml-file.ts'
import { listCohorts } from '../queries.ts'
import { courseCode } from './content-fields.ts'

const DemoSeats = z.strictObject({
  taken: z.int().min(0).default(0),
  learner: z.boolean().default(false),
  attended: z.array(z.string()).default([]),
})
const DemoFile = z.record(courseCode, z.array(DemoSeats))

/** The entries of a course belong to its cohorts in the order of their start. */
export async function loadDemoSeats(
  { db }: Pick<Deps, 'db'>,
  folder: string,
): Promise<{ cohortCode: string; taken: number; learnerEnrolled: boolean; attended: string[] }[]> {
  const path = join(folder, 'demo.yaml')
  const faults: string[] = []
  const text = decodeTextFile(await readFile(path), path, faults)
  const value = text === null ? null : readYaml(DemoFile, text, path, faults).value
  if (!value) throw new Error(faults.join('\n'))
  const cohorts = await listCohorts(db, Object.keys(value), { of: 'all' })
  return Object.entries(value).flatMap(([prefix, seats]) => {
    const courseCohorts = cohorts.filter((cohort) => cohort.course_code === prefix)
    return seats.flatMap(({ taken, learner, attended }, index) => {
      const cohort = courseCohorts[index]
      return cohort ? { cohortCode: cohort.cohort_code, taken, learnerEnrolled: learner, attended } : []
    })
  })
}
