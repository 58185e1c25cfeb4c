/** The same place with something else asked for; null takes it out. */
export function placeIn(asked: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(asked)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size > 0 ? `?${next}` : '.'
}
