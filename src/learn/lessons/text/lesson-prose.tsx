import { createElement, Fragment, type ReactNode } from 'react'
import type { TextElement, TextNode } from '../wire/text.ts'
import styles from './lesson-prose.module.css'

/** `srcset`: the same picture in several widths. */
type Images = readonly { assetId: string; url: string; srcset?: string; width: number; height: number }[]
type Props = { nodes: readonly TextNode[]; images: Images }

export function LessonProse({ nodes, images }: Props) {
  if (nodes.length === 0) return null
  return (
    <div className={styles.prose} dir="auto">
      {renderNodes(nodes, images)}
    </div>
  )
}

function renderNodes(nodes: readonly TextNode[], images: Images): ReactNode {
  return nodes.map((node, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: a text never changes its order
    typeof node === 'string' ? node : <Fragment key={index}>{renderElement(node, images)}</Fragment>,
  )
}

function renderElement({ tag, children, ...element }: TextElement, images: Images): ReactNode {
  const content = renderNodes(children, images)
  switch (tag) {
    case 'img':
      return <LessonImage {...element} image={images.find(({ assetId }) => assetId === element.assetId)} />
    case 'br':
      return <br />
    case 'hr':
      return <hr />
    case 'a':
      return <LessonLink href={element.href}>{content}</LessonLink>
    case 'table':
    case 'pre':
      return (
        <section
          className={styles.scroll}
          dir={tag === 'pre' ? 'ltr' : undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table or line scrolls by keyboard only with the focus
          tabIndex={0}
          aria-label={labelScrolled(tag, children)}
        >
          {createElement(tag, null, content)}
        </section>
      )
    case 'th':
    case 'td':
      return createElement(tag, { className: element.align && styles[element.align] }, content)
    case 'ol':
      return <ol start={element.start}>{content}</ol>
    case 'sup':
      return (
        <sup id={element.id}>
          <a href={element.href} aria-label={`Note ${children.join('')}`}>
            {content}
          </a>
        </sup>
      )
    case 'back':
      return (
        <>
          {' '}
          <a href={element.href} aria-label="Back to the text">
            ↩
          </a>
        </>
      )
    case 'footnotes':
      return (
        <section className={styles.notes} aria-label="Footnotes">
          <ol>{content}</ol>
        </section>
      )
    default:
      return createElement(tag, element.id ? { id: element.id } : null, content)
  }
}

/** The headings of a table or the first line of code tell several of them apart. */
function labelScrolled(tag: 'table' | 'pre', children: readonly TextNode[]): string {
  const cells = tag === 'table' ? listTexts(children, 'th') : listTexts(children, 'code')
  const [firstLine = ''] = cells.join(', ').split('\n')
  return `${tag === 'table' ? 'Table' : 'Code'}: ${firstLine}`
}

function listTexts(nodes: readonly TextNode[], tag: TextElement['tag']): string[] {
  return nodes.flatMap((node) => {
    if (typeof node === 'string') return []
    return node.tag === tag ? [getText(node)] : listTexts(node.children, tag)
  })
}

const getText = (node: TextNode): string => (typeof node === 'string' ? node : node.children.map(getText).join(''))

type ImageProps = Pick<TextElement, 'alt' | 'width' | 'height'> & { image: Images[number] | undefined }

/** Takes its place before its address is known, so that the text below does not move. */
function LessonImage({ image, alt = '', width, height }: ImageProps) {
  if (image) {
    const { url, srcset, ...size } = image
    return (
      <img
        src={url}
        srcSet={srcset}
        sizes={srcset && '(min-width: 640px) 600px, 100vw'}
        width={size.width}
        height={size.height}
        alt={alt}
      />
    )
  }
  if (!width || !height) return <em>{alt || 'Picture not available'}</em>
  return <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={alt} />
}

function LessonLink({ href = '', children }: { href: string | undefined; children: ReactNode }) {
  return /^https?:/i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <a href={href}>{children}</a>
  )
}
