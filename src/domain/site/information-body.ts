/** The texts of an information page that an owner edits in the browser. docs/contract §48. */

export type InformationBody = {
  /** In the tab and in search results. */
  title: string
  /** Above the page. Empty: the title. */
  heading: string
  /** For search engines. */
  description: string
  lead: string
  /** Markdown, with the placeholders {support} and {seller}. */
  text: string
}

export const INFORMATION_LENGTHS: Readonly<Record<keyof InformationBody, number>> = {
  title: 80,
  heading: 120,
  description: 200,
  lead: 400,
  text: 60_000,
}

/** A text that is public. */
export type PublishedInformation = { body: InformationBody; publishedAt: Date }
