/** Budgets of a first view on a phone, in kilobytes transferred. */
import type { Budget } from '#http/site-routes.ts'

export const KINDS = ['HTML', 'CSS', 'script', 'touched', 'fonts', 'images'] as const
export type Kind = (typeof KINDS)[number]

/** `script` before the first interaction, `touched` all script after it. */
export const BUDGETS: Record<Budget, Record<Kind, number>> = {
  landing: { HTML: 21, CSS: 14, script: 15, touched: 110, fonts: 75, images: 60 },
  /** `touched` has the log-in dialog; the player loads when it is pressed. */
  preview: { HTML: 20, CSS: 14, script: 15, touched: 110, fonts: 75, images: 60 },
  checkout: { HTML: 20, CSS: 14, script: 125, touched: 125, fonts: 75, images: 10 },
  /** `touched` has the player and its engine, which load at the first play. */
  lesson: { HTML: 20, CSS: 25, script: 152, touched: 300, fonts: 75, images: 40 },
  portal: { HTML: 25, CSS: 20, script: 150, touched: 150, fonts: 75, images: 60 },
  admin: { HTML: 30, CSS: 24, script: 220, touched: 220, fonts: 75, images: 60 },
  /** A page of the admin that is a text: `script` has the text editor, which may weigh 150, beside 135 of the page. */
  editor: { HTML: 30, CSS: 24, script: 285, touched: 285, fonts: 75, images: 60 },
}

/** Minimum Lighthouse scores. 0 is no minimum, as for the SEO of private pages. */
export const SCORES: Record<Budget, Record<string, number>> = {
  landing: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
  preview: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
  checkout: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 0 },
  lesson: { performance: 90, accessibility: 100, 'best-practices': 100, seo: 0 },
  portal: { performance: 90, accessibility: 100, 'best-practices': 100, seo: 0 },
  admin: { performance: 85, accessibility: 100, 'best-practices': 100, seo: 0 },
  editor: { performance: 85, accessibility: 100, 'best-practices': 100, seo: 0 },
}

/** Maximum LCP on Lighthouse's slow phone and connection, and maximum layout shift. */
export const WAITS: Record<Budget, { lcpSeconds: number; shift: number }> = {
  landing: { lcpSeconds: 1.2, shift: 0.02 },
  preview: { lcpSeconds: 1.2, shift: 0.02 },
  checkout: { lcpSeconds: 1.5, shift: 0.02 },
  lesson: { lcpSeconds: 1.8, shift: 0.02 },
  portal: { lcpSeconds: 1.8, shift: 0.05 },
  admin: { lcpSeconds: 2.2, shift: 0.05 },
  editor: { lcpSeconds: 2.2, shift: 0.05 },
}
