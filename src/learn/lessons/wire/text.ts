/** The text of a lesson as a tree of allowed elements, which a page can show without parsing HTML. */
import { z } from 'zod'

const TAGS = [
  'p',
  'h2',
  'h3',
  'h4',
  'ul',
  'ol',
  'li',
  'blockquote',
  'pre',
  'code',
  'em',
  'strong',
  's',
  'a',
  'img',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'br',
  'hr',
  'sup',
  'footnotes',
  'back',
] as const

/** `sup` is a reference to a footnote, `footnotes` their list, and `back` the way from a footnote to its reference. */
const TextElement = z
  .object({
    tag: z.enum(TAGS),
    id: z.string().optional(),
    href: z.string().optional(),
    /** The first number of a list. */
    start: z.number().optional(),
    /** Of a cell of a table. */
    align: z.enum(['left', 'center', 'right']).optional(),
    /** An image of the course. Its address is in the answer of `play`, and for a preview in `images`. */
    assetId: z.string().optional(),
    /** The size of an image that is ready, in pixels. */
    width: z.number().optional(),
    height: z.number().optional(),
    alt: z.string().optional(),
    get children() {
      return z.array(TextNode)
    },
  })
  .meta({ id: 'TextElement' })
export const TextNode = z.union([z.string(), TextElement]).meta({ id: 'TextNode' })

export type TextElement = z.infer<typeof TextElement>
export type TextNode = string | TextElement
