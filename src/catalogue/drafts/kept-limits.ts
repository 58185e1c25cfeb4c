/** Texts and lists that are longer than the studio accepts, because files brought them. Pure. docs/contract §40. */

type Faults = Readonly<Record<string, string>>

/**
 * The faults without those of stored values: nobody typed these, and another field can be saved beside them. A list may
 * lose entries, and its entries may move.
 *
 * @param faults by path, such as `questions.3.answer`
 */
export function dropStoredFaults(faults: Faults, body: unknown, stored: unknown): Faults {
  return Object.fromEntries(
    Object.entries(faults).filter(([path]) => {
      const [value] = listValues(body, path.split('.'))
      const places = path.split('.').map((part) => (/^\d+$/.test(part) ? null : part))
      return !listValues(stored, places).some((one) => isKept(value, one))
    }),
  )
}

function isKept(value: unknown, stored: unknown): boolean {
  if (Array.isArray(value)) return Array.isArray(stored) && value.length <= stored.length
  return typeof value === 'string' && value === stored
}

/** @param path null stands for every entry of a list */
function listValues(value: unknown, [part, ...rest]: readonly (string | null)[]): unknown[] {
  if (part === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  const inner =
    part === null ? Object.values(value) : Object.hasOwn(value, part) ? [value[part as keyof typeof value]] : []
  return inner.flatMap((one) => listValues(one, rest))
}
