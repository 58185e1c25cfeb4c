import type { Page } from 'playwright-core'

/** Lists scripts that ran, and parts of the page that would run one. */
export async function findScripts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    if ('__pwn' in window) faults.push('a script ran')
    for (const element of document.querySelectorAll('*'))
      for (const { name, value } of element.attributes)
        if (/^on/i.test(name) || /^\s*(?:j\s*a\s*v\s*a|v\s*b)\s*script:/i.test(value))
          faults.push(`${element.tagName} ${name}=${value}`)
    for (const { textContent } of document.querySelectorAll('script'))
      if (textContent?.startsWith('window.__pwn')) faults.push('script')
    return faults
  })
}
