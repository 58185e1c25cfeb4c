/** Certificates of people of a running demo. Its own jobs sign them and send the e-mails. */
import { readConfig } from '#config/config.ts'
import type { Deps } from '#http/deps.ts'
import { revokeOwnCertificate } from '#learn/certificates/revoke-certificate.ts'
import { createToolDeps } from '../../tools/tool-deps.ts'
import { completeCourse, setCertificateRule } from './certificates.ts'

/** @returns the path of the page that verifies it */
export function giveDemoCertificate(dataDir: string, email: string, course: string): Promise<string> {
  return inDemo(dataDir, async (deps) => {
    const { id } = await deps.db.selectFrom('person').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await setCertificateRule(deps, course, { hours: 24 })
    await completeCourse(deps, id, course)
    const row = await deps.db
      .selectFrom('certificate')
      .select('public_id')
      .where('person_id', '=', id)
      .where('course_code', '=', course)
      .executeTakeFirstOrThrow()
    return `/certificates/${row.public_id}`
  })
}

/** By its holder. @returns the same path */
export function revokeDemoCertificate(dataDir: string, path: string): Promise<string> {
  return inDemo(dataDir, async (deps) => {
    const { id, person_id } = await deps.db
      .selectFrom('certificate')
      .select(['id', 'person_id'])
      .where('public_id', '=', path.split('/').at(-1)!)
      .executeTakeFirstOrThrow()
    await revokeOwnCertificate(deps, person_id, id)
    return path
  })
}

async function inDemo<Result>(dataDir: string, act: (deps: Deps) => Promise<Result>): Promise<Result> {
  const { close, ...deps } = await createToolDeps(readConfig({ MODE: 'demo', DATA_DIR: dataDir }))
  try {
    return await act(deps)
  } finally {
    await close()
  }
}
