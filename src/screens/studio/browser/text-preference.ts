/** Whether a person writes texts as Markdown, kept in the browser. Storage may be blocked: then it lasts for the page. */
const getKey = (personId: string) => `understudy:markdown:${personId}`

export function prefersMarkdown(personId: string): boolean {
  try {
    return localStorage.getItem(getKey(personId)) === 'yes'
  } catch {
    return false
  }
}

export function setMarkdownPreference(personId: string, isMarkdown: boolean): void {
  try {
    if (isMarkdown) localStorage.setItem(getKey(personId), 'yes')
    else localStorage.removeItem(getKey(personId))
  } catch {
    // The choice counts on this page.
  }
}
