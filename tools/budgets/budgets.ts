/** What a first view on a phone may weigh, in kilobytes as sent. */
import type { Surface } from '../../tests/listed-pages.ts'

export const KINDS = ['HTML', 'CSS', 'script', 'touched', 'fonts', 'images'] as const
export type Kind = (typeof KINDS)[number]

/** `script` before a first touch, `touched` all of it after one. */
export const BUDGETS: Record<Surface, Record<Kind, number>> = {
  landing: { HTML: 20, CSS: 14, script: 15, touched: 110, fonts: 75, images: 60 },
  checkout: { HTML: 20, CSS: 14, script: 120, touched: 120, fonts: 75, images: 10 },
  portal: { HTML: 25, CSS: 20, script: 150, touched: 150, fonts: 75, images: 60 },
  admin: { HTML: 30, CSS: 24, script: 220, touched: 220, fonts: 75, images: 60 },
}

/** Lighthouse's least scores; null where a page is not meant to be found. */
export const SCORES: Record<Surface, Record<string, number>> = {
  landing: { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 },
  checkout: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 0 },
  portal: { performance: 90, accessibility: 100, 'best-practices': 100, seo: 0 },
  admin: { performance: 85, accessibility: 100, 'best-practices': 100, seo: 0 },
}

/** What Lighthouse's slow phone on a slow line may wait for the largest thing to be seen, and how far anything may move. */
export const WAITS: Record<Surface, { lcpSeconds: number; shift: number }> = {
  landing: { lcpSeconds: 1.2, shift: 0.02 },
  checkout: { lcpSeconds: 1.5, shift: 0.02 },
  portal: { lcpSeconds: 1.8, shift: 0.05 },
  admin: { lcpSeconds: 2.2, shift: 0.05 },
}
