/** What the studio does with the page in its frame. A page that the browser shows there instead has no document for us. */

/** Loads the page again at its address, also after the frame shows another page or an error of the browser. */
export function reloadFrame(frame: HTMLIFrameElement, path: string): void {
  const shown = frame.contentDocument?.location
  // A reload keeps the place to which the page was scrolled.
  if (shown?.pathname === path) shown.reload()
  else frame.src = path
}

/** Scrolls the page in the frame, and nothing around it. */
export function scrollFrame(frame: HTMLIFrameElement | null, id: string | null): void {
  const part = id && frame?.contentDocument?.getElementById(id)
  const page = frame?.contentWindow
  if (page && part) page.scrollTo({ top: part.getBoundingClientRect().top + page.scrollY - 24 })
}

/** Links to other pages, and forms, do nothing in the frame: it would lose the draft. */
export function holdLinks(frame: HTMLIFrameElement): void {
  const page = frame.contentDocument
  page?.addEventListener(
    'click',
    (event) => {
      const link = (event.target as Element | null)?.closest?.('a')
      if (link && !link.getAttribute('href')?.startsWith('#')) event.preventDefault()
    },
    { capture: true },
  )
  page?.addEventListener('submit', (event) => event.preventDefault(), { capture: true })
}

/** Of the answer with which the page was loaded. 0: unknown to this browser. */
export function readFrameStatus(frame: HTMLIFrameElement): number {
  if (!frame.contentDocument) return 0
  const [loading] = frame.contentWindow?.performance.getEntriesByType('navigation') ?? []
  return (loading as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0
}
