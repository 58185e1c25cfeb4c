/**
 * The dialect of Markdown that lessons are written in: CommonMark with tables, strikethrough, footnotes and bare
 * addresses as links. HTML in it stays text. docs/contract §9.
 */
import MarkdownIt from 'markdown-it'
import footnotes from 'markdown-it-footnote'
import { isWholeAddress } from '#domain/learning/text-address.ts'

export const lessonMarkdown = new MarkdownIt({ html: false, linkify: true }).use(footnotes)
lessonMarkdown.linkify.set({ fuzzyLink: false })
const isLinkAllowed = lessonMarkdown.validateLink
/** Other addresses stay text: `notes.pdf` leads nowhere, and `//evil.test` looks like a path of this site. */
lessonMarkdown.validateLink = (url) => isLinkAllowed(url) && (isWholeAddress(url) || /^(?:#|asset:)/.test(url))

/** An image of the course: `asset:` and its id. Other images are left out, because the page policy refuses them. */
export const OWN_IMAGE = /^asset:([0-9a-f-]{36})$/
