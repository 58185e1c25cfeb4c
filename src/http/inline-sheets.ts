/**
 * A page's own sheets, written into it: its first paint needs one answer and waits for no second one. The policy
 * names the hash of what was written, so that nothing else may style the page from within.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

export type Sheets = {
  /** The page with its sheets in it, and the hash that its policy allows; null where it has none. */
  write(html: string): { html: string; hash: string | null }
}

type Written = { style: string; hash: string }

const LINK = /<link\b[^<>]*>/g
const SHEET = /\brel="stylesheet"/
const HREF = /\bhref="\/assets\/([\w.-]+\.css)#?"/

/** @param folder where the built files are */
export function openSheets(folder: URL): Sheets {
  const known = new Map<string, Written>()

  /** A kind of page has the same sheets each time. */
  function written(names: readonly string[]): Written {
    const key = names.join()
    const found = known.get(key)
    if (found) return found
    const css = names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('')
    if (css.includes('</')) throw new Error(`The sheets ${key} would end the element that they are written into.`)
    const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
    const made = { style: `<style>${css}</style>`, hash }
    known.set(key, made)
    return made
  }

  return {
    write(html) {
      const names = (html.match(LINK) ?? []).map(nameOf).filter((name) => name !== undefined)
      if (names.length === 0) return { html, hash: null }
      const { style, hash } = written(names)
      let isFirst = true
      return {
        hash,
        html: html.replace(LINK, (link) => {
          if (!nameOf(link)) return link
          // The link stays, and loads nothing: by it the router knows what is here already, and the loader of
          // parts by the same without the mark that the router puts behind it.
          const unmarked = link.replace('.css#"', '.css"')
          const all = unmarked === link ? [link] : [link, unmarked]
          const spent = all.map((each) => each.replace('<link', '<link disabled=""')).join('')
          if (!isFirst) return spent
          isFirst = false
          return style + spent
        }),
      }
    },
  }
}

/** The file of a link to one of our sheets. */
function nameOf(link: string): string | undefined {
  return SHEET.test(link) ? HREF.exec(link)?.[1] : undefined
}
