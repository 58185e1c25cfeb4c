/** A path of the site, and an address that names its scheme. They mean the same on every page. docs/contract §9. */
const WHOLE_ADDRESS = /^(?:https?:\/\/|mailto:|tel:|\/(?!\/))/i

/** Whether a link in a text may lead there, apart from headings of the same text (`#…`). `//site.test` is refused. */
export const isWholeAddress = (target: string): boolean => WHOLE_ADDRESS.test(target)
