/** Finds reserved addresses, and former addresses of another course. A new version of the site may reserve more. */
import { isReserved } from '#http/site-routes.ts'
import type { Address } from './queries/addresses.ts'

/** One sentence for each clash, in the order of the addresses. */
export function findAddressClashes(addresses: readonly Address[]): string[] {
  const courses = new Map(addresses.filter(({ kind }) => kind === 'course').map((one) => [one.path, one.courseCode]))
  return addresses.flatMap(({ path, kind, courseCode }) => {
    if (isReserved(path))
      return [`${path} of ${kind === 'creator' ? 'a creator' : courseCode} is reserved for the site`]
    const taken = kind === 'former' ? courses.get(path) : undefined
    return taken && taken !== courseCode ? [`${path} led to ${courseCode} and now shows ${taken}`] : []
  })
}
