/** Returns the current URL with changed query parameters. Null removes a parameter. */
export function withSearchParams(query: URLSearchParams, changes: Readonly<Record<string, string | null>>): string {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next.size > 0 ? `?${next}` : '.'
}
