/**
 * What the text editor can show and change: exactly the dialect of lessons (src/learn/lessons/text/dialect.ts). A block
 * that it lacks is `opaque`: it is shown as it is written, and stored as it was.
 */
import { type Attrs, type Node as DocumentNode, type NodeSpec, Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'

export const ALIGNMENTS = ['left', 'center', 'right'] as const
export type Alignment = (typeof ALIGNMENTS)[number]

/** Each block has the direction of its own first letter. */
const AUTO = { dir: 'auto' }

const isAlignment = (value: unknown): value is Alignment => ALIGNMENTS.includes(value as Alignment)

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'paragraph',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) => {
        const align = cell.dataset.align ?? (cell.style.textAlign || cell.getAttribute('align'))
        return isAlignment(align) ? align : null
      },
      setDOMAttr: (value, attributes) => {
        if (isAlignment(value)) attributes['data-align'] = value
      },
    },
  },
})

const nodes = {
  doc: { content: '(block | opaque)+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', AUTO, 0] },
  heading: {
    group: 'block',
    content: '(text | image | footnote)*',
    attrs: { level: { default: 2, validate: 'number' } },
    defining: true,
    parseDOM: [1, 2, 3, 4, 5, 6].map((level) => ({ tag: `h${level}`, attrs: { level } })),
    // The page has the only h1, and three sizes of headings are enough for a text: as learners see them.
    toDOM: ({ attrs }) => [`h${Math.min(Math.max(attrs.level, 2), 4)}`, AUTO, 0],
  },
  blockquote: {
    group: 'block',
    content: 'block+',
    defining: true,
    parseDOM: [{ tag: 'blockquote' }],
    toDOM: () => ['blockquote', AUTO, 0],
  },
  bullet_list: {
    group: 'block',
    content: 'list_item+',
    attrs: { tight: { default: true, validate: 'boolean' } },
    parseDOM: [{ tag: 'ul', getAttrs: (list) => ({ tight: isTightList(list) }) }],
    toDOM: ({ attrs }) => ['ul', { ...AUTO, 'data-tight': String(attrs.tight) }, 0],
  },
  ordered_list: {
    group: 'block',
    content: 'list_item+',
    attrs: { order: { default: 1, validate: 'number' }, tight: { default: true, validate: 'boolean' } },
    parseDOM: [{ tag: 'ol', getAttrs: (list) => ({ order: getOrder(list), tight: isTightList(list) }) }],
    toDOM: ({ attrs }) => ['ol', { ...AUTO, start: attrs.order, 'data-tight': String(attrs.tight) }, 0],
  },
  list_item: { content: 'block+', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', AUTO, 0] },
  code_block: {
    group: 'block',
    content: 'text*',
    marks: '',
    code: true,
    defining: true,
    attrs: { params: { default: '', validate: 'string' } },
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: (pre) => ({ params: pre.dataset.params ?? '' }),
      },
    ],
    toDOM: ({ attrs }) => [
      'pre',
      { dir: 'ltr', spellcheck: 'false', ...(attrs.params && { 'data-params': attrs.params }) },
      ['code', 0],
    ],
  },
  horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
  ...tables,
  /** `source`: Markdown, without the lines' ends before and behind it. */
  opaque: {
    atom: true,
    attrs: { source: { validate: 'string' } },
    parseDOM: [{ tag: 'pre[data-markdown]', getAttrs: (pre) => ({ source: pre.textContent }), priority: 60 }],
    toDOM: ({ attrs }) => ['pre', { 'data-markdown': '', dir: 'auto' }, attrs.source],
  },
  text: { group: 'inline' },
  /** `alt` as it is written in the Markdown. */
  image: {
    group: 'inline',
    inline: true,
    draggable: true,
    attrs: { assetId: { validate: 'string' }, alt: { default: '', validate: 'string' } },
    parseDOM: [
      {
        tag: 'img[data-asset]',
        getAttrs: (image) => ({ assetId: image.dataset.asset, alt: image.getAttribute('alt') ?? '' }),
      },
    ],
    toDOM: ({ attrs }) => ['img', { 'data-asset': attrs.assetId, alt: attrs.alt }],
  },
  /** A reference to a footnote, whose text is an opaque block. */
  footnote: {
    group: 'inline',
    inline: true,
    atom: true,
    attrs: { label: { validate: 'string' } },
    parseDOM: [{ tag: 'sup[data-footnote]', getAttrs: (sup) => ({ label: sup.dataset.footnote }) }],
    toDOM: ({ attrs }) => ['sup', { 'data-footnote': attrs.label, title: `Footnote ${attrs.label}` }, attrs.label],
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
} satisfies Record<string, NodeSpec>

export const schema = new Schema({
  nodes,
  marks: {
    link: {
      attrs: { href: { validate: 'string' }, title: { default: '', validate: 'string' } },
      inclusive: false,
      parseDOM: [
        {
          tag: 'a[href]',
          getAttrs: (a) => ({ href: a.getAttribute('href') ?? '', title: a.getAttribute('title') ?? '' }),
        },
      ],
      toDOM: ({ attrs }) => ['a', { href: attrs.href, ...(attrs.title && { title: attrs.title }) }],
    },
    strong: {
      parseDOM: [
        { tag: 'strong' },
        { tag: 'b' },
        { style: 'font-weight', getAttrs: (weight) => /^(?:bold(?:er)?|[6-9]\d\d)$/.test(weight) && null },
      ],
      toDOM: () => ['strong'],
    },
    em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }], toDOM: () => ['em'] },
    strike: {
      parseDOM: [{ tag: 's' }, { tag: 'del' }, { tag: 'strike' }, { style: 'text-decoration=line-through' }],
      toDOM: () => ['s'],
    },
    code: { code: true, parseDOM: [{ tag: 'code' }], toDOM: () => ['code', { dir: 'ltr' }] },
  },
})

const getOrder = (list: HTMLElement): number => {
  const start = Number(list.getAttribute('start') ?? 1)
  return Number.isInteger(start) && start >= 0 && start < 1_000_000_000 ? start : 1
}

/** A pasted list is tight, whatever its items contain: most programs put paragraphs into them. */
const isTightList = (list: HTMLElement): boolean => list.dataset.tight !== 'false'

export const isEmptyParagraph = (node: DocumentNode): boolean =>
  node.type.name === 'paragraph' && node.content.size === 0

export const createNode = (
  name: keyof typeof nodes,
  attrs: Attrs | null,
  content?: readonly DocumentNode[],
): DocumentNode => schema.node(name, attrs, content)
