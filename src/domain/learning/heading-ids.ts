/** Ids of the headings in a lesson's text, so that a text can link to its own parts. docs/contract §9. */

/** Keeps the names of a text apart from the ids of its page. */
const PREFIX = 'text-'

/** The address `#light` of a text as the id of a heading on its page. */
export function toHeadingId(fragment: string): string {
  return PREFIX + fragment
}

/**
 * Names headings as GitHub does: lower case, spaces as hyphens, without punctuation; a second "Light" is `light-1`.
 *
 * @returns a function that names the headings of one text in their order, without the prefix
 */
export function createHeadingNames(): (heading: string) => string {
  const counts = new Map<string, number>()
  return (heading) => {
    const name = heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    const count = counts.get(name) ?? 0
    counts.set(name, count + 1)
    return count === 0 ? name : `${name}-${count}`
  }
}
