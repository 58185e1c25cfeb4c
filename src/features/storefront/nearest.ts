/** Which courses a visitor may have meant by an address that leads nowhere. */
import { courseCards } from '#features/catalog/catalogue.ts'
import { firstCodes, likely } from '#features/catalog/listing.ts'
import type { CourseCard } from '#features/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

type Place = { url: string; title: string; instructor: { name: string } }

const SHOWN = 3

/** Three cards in eight statements, however many courses there are. */
export async function cardsNear(deps: Deps, path: string): Promise<CourseCard[]> {
  const asked = path.replaceAll('\0', ' ').slice(0, LONGEST_COMPARED)
  const [alike, first] = await Promise.all([likely(deps, asked), firstCodes(deps, SHOWN)])
  const codes = [...nearestTo(asked, alike, SHOWN).map(({ code }) => code), ...first]
  return courseCards(deps, { codes: [...new Set(codes)].slice(0, SHOWN) })
}

/** The `count` likest by address, title or name; as listed where none is like it. */
export function nearestTo<Course extends Place>(path: string, courses: readonly Course[], count: number): Course[] {
  const asked = pairsOf(path)
  const ranked = courses.map((course, position) => {
    const likeness = Math.max(
      ...[course.url, course.title, course.instructor.name].map((text) => overlap(asked, pairsOf(text))),
    )
    return { course, likeness, position }
  })
  ranked.sort((a, b) => b.likeness - a.likeness || a.position - b.position)
  return ranked.slice(0, count).map(({ course }) => course)
}

const LONGEST_COMPARED = 80

function pairsOf(text: string): Set<string> {
  const plain = text
    .slice(0, LONGEST_COMPARED)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return new Set(Array.from({ length: Math.max(0, plain.length - 1) }, (_, at) => plain.slice(at, at + 2)))
}

/** Dice's measure: 1 is the same, 0 has nothing in common. */
function overlap(one: Set<string>, other: Set<string>): number {
  if (one.size === 0 || other.size === 0) return 0
  return (2 * [...one].filter((pair) => other.has(pair)).length) / (one.size + other.size)
}
