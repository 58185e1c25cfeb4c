/** Suggests courses for an unknown address. */
import { listCourseCards } from '#catalogue/catalog/catalogue.ts'
import { listFirstCodes, suggestCourses } from '#catalogue/catalog/listing.ts'
import type { CourseCard } from '#catalogue/catalog/wire.ts'
import type { Deps } from '#http/deps.ts'

type ComparableCourse = { url: string; title: string; instructor: { name: string } }

const CARD_COUNT = 3

/** Returns three cards with eight SQL statements, for any number of courses. */
export async function loadSimilarCards(deps: Deps, path: string): Promise<CourseCard[]> {
  const searchPath = path.replaceAll('\0', ' ').slice(0, MAX_COMPARED_LENGTH)
  const [similar, first] = await Promise.all([suggestCourses(deps, searchPath), listFirstCodes(deps, CARD_COUNT)])
  const codes = [...rankSimilarCourses(searchPath, similar, CARD_COUNT).map(({ code }) => code), ...first]
  return listCourseCards(deps, { codes: [...new Set(codes)].slice(0, CARD_COUNT) })
}

/** Returns the `count` most similar courses by address, title or name. Ties keep the order of the list. */
export function rankSimilarCourses<Course extends ComparableCourse>(
  path: string,
  courses: readonly Course[],
  count: number,
): Course[] {
  const pathPairs = createBigrams(path)
  const ranked = courses.map((course, position) => {
    const similarity = Math.max(
      ...[course.url, course.title, course.instructor.name].map((text) =>
        diceCoefficient(pathPairs, createBigrams(text)),
      ),
    )
    return { course, similarity: similarity, position }
  })
  ranked.sort((a, b) => b.similarity - a.similarity || a.position - b.position)
  return ranked.slice(0, count).map(({ course }) => course)
}

const MAX_COMPARED_LENGTH = 80

function createBigrams(text: string): Set<string> {
  const normalizedText = text
    .slice(0, MAX_COMPARED_LENGTH)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return new Set(
    Array.from({ length: Math.max(0, normalizedText.length - 1) }, (_, index) =>
      normalizedText.slice(index, index + 2),
    ),
  )
}

/** Dice coefficient: 1 for equal sets, 0 for disjoint sets. */
function diceCoefficient(firstPairs: Set<string>, secondPairs: Set<string>): number {
  if (firstPairs.size === 0 || secondPairs.size === 0) return 0
  return (2 * [...firstPairs].filter((pair) => secondPairs.has(pair)).length) / (firstPairs.size + secondPairs.size)
}
