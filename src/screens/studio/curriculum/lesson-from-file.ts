/** The titles of lessons that are made from files. Pure. */

/** The order of files by their names, in which `2` comes before `10`. */
export function sortByName<File extends { name: string }>(files: Iterable<File>): File[] {
  const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return [...files].toSorted((one, other) => compare(one.name, other.name))
}

/** `03-the-awkward-silence.mov` → `The awkward silence`. A name that is only a number stays. */
export function getLessonTitle(filename: string): string {
  const name = filename.replace(/\.[a-z0-9]{1,5}$/i, '')
  const words = name.replaceAll(/[_\s]+|-+(?=\S)/g, ' ').trim()
  const title = words.replace(/^\d{1,3}[.)]?\s+(?=\S)/, '') || name
  return `${title.charAt(0).toUpperCase()}${title.slice(1)}`.slice(0, 200)
}
