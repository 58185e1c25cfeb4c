/** The package has no types, and those of DefinitelyTyped are for an older markdown-it. */
declare module 'markdown-it-footnote' {
  import type MarkdownIt from 'markdown-it'

  // biome-ignore lint/style/noDefaultExport: this is how the library exports it.
  export default function footnotes(markdown: MarkdownIt): void
}
