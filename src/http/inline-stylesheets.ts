/**
 * Inlines a page's stylesheets, so that its first paint needs one response. The policy allows only the hash of the
 * inlined styles.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type StylesheetInliner = {
  /** Returns the page with inlined styles, and their hash for the policy; null without styles. */
  inline(html: string): { html: string; hash: string | null }
}

type InlinedStyle = { style: string; hash: string }

const LINK = /<link\b[^<>]*>/g
const STYLESHEET = /\brel="stylesheet"/
const HREF = /\bhref="\/assets\/([\w.-]+\.css)#?"/

/** @param folder contains the built files */
export function createStylesheetInliner(folder: URL): StylesheetInliner {
  const cachedStyles = new Map<string, InlinedStyle>()

  /** Cached, because pages of one kind have the same stylesheets. */
  function getInlinedStyle(names: readonly string[]): InlinedStyle {
    const key = names.join()
    const cachedStyle = cachedStyles.get(key)
    if (cachedStyle) return cachedStyle
    const css = names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('')
    if (css.includes('</')) throw new Error(`The sheets ${key} would end the element that they are written into.`)
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
    const created = { style: `<style>${css}</style>`, hash }
    cachedStyles.set(key, created)
    return created
  }

  return {
    inline(html) {
      const names = (html.match(LINK) ?? []).map(getFileName).filter((name) => name !== undefined)
      if (names.length === 0) return { html, hash: null }
      const { style, hash } = getInlinedStyle(names)
      let isFirst = true
      return {
        hash,
        html: html.replace(LINK, (link) => {
          if (!getFileName(link)) return link
          // The disabled link loads nothing. It tells the router which stylesheets are present; a copy without the
          // router's mark tells the loader of lazy parts.
          const unmarked = link.replace('.css#"', '.css"')
          const all = unmarked === link ? [link] : [link, unmarked]
          const disabledLinks = all.map((each) => each.replace('<link', '<link disabled=""')).join('')
          if (!isFirst) return disabledLinks
          isFirst = false
          return style + disabledLinks
        }),
      }
    },
  }
}

/** Returns the file name of a link to one of our stylesheets. */
function getFileName(link: string): string | undefined {
  return STYLESHEET.test(link) ? HREF.exec(link)?.[1] : undefined
}
