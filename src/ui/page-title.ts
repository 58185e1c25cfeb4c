/** Titles of pages and their site's name, for every `meta`. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

/** `Orders · Mill School`. Only the title itself if the root loader failed. @param matches those of the `meta` function */
export function createTitle(matches: Matches, title: string): { title: string } {
  return { title: joinTitle(title, getSiteName(matches)) }
}

/** For a `<title>` that is no `meta`: `joinTitle('Log in', useSite()?.name)`. */
export function joinTitle(title: string, siteName: string | undefined): string {
  return siteName ? `${title} · ${siteName}` : title
}

/** The name of the site; empty if the root loader failed. */
export function getSiteName(matches: Matches): string {
  const data = matches.find((match) => match?.id === 'root')?.loaderData
  return typeof data === 'object' && data !== null && 'name' in data ? String(data.name) : ''
}
