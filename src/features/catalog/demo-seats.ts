/** Which seats the demo fills, and where its learner sits: `demo.yaml`, beside the catalogue that it is about. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Deps } from '#http/deps.ts'
import { readYaml } from '#platform/yaml-file.ts'
import { prefixCode } from './content-fields.ts'
import { cohortsOf } from './queries.ts'

const Seats = z.strictObject({ taken: z.int().min(0).default(0), learner: z.boolean().default(false) })
const DemoFile = z.record(prefixCode, z.array(Seats))

/** A course's cohorts are meant in the order in which they begin. */
export async function demoSeats(
  { db }: Pick<Deps, 'db'>,
  folder: string,
): Promise<{ courseCode: string; taken: number; learnerEnrolled: boolean }[]> {
  const path = join(folder, 'demo.yaml')
  const faults: string[] = []
  const { value } = readYaml(DemoFile, await readFile(path, 'utf8'), path, faults)
  if (!value) throw new Error(faults.join('\n'))
  const cohorts = await cohortsOf(db, Object.keys(value))
  return Object.entries(value).flatMap(([prefix, seats]) => {
    const own = cohorts.filter((cohort) => cohort.prefix_code === prefix)
    return seats.flatMap(({ taken, learner }, index) => {
      const cohort = own[index]
      return cohort ? { courseCode: cohort.course_code, taken, learnerEnrolled: learner } : []
    })
  })
}
