import { wcagContrast } from 'culori'
import { describe, expect, test } from 'vitest'
import { COLOURS, courseColours, HUES, type Scheme, tokensCss } from './tokens.ts'

type Colour = keyof (typeof COLOURS)['light']
const TEXT: [Colour, Colour][] = [
  ['text', 'bg'],
  ['text', 'surface-3'],
  ['text-2', 'bg'],
  ['text-2', 'surface-3'],
  ['text-3', 'bg'],
  ['text-3', 'surface-2'],
  ['text-3', 'surface-3'],
  ['on-ink', 'ink'],
  ['on-ink', 'ink-hover'],
  ['link', 'bg'],
  ['link', 'surface-2'],
  ['on-live', 'live'],
  ['live', 'bg'],
  ['good', 'bg'],
  ['good', 'good-bg'],
  ['warn', 'bg'],
  ['warn', 'warn-bg'],
  ['bad', 'bg'],
  ['bad', 'bad-bg'],
  ['info', 'bg'],
  ['info', 'info-bg'],
  ['on-spark', 'spark'],
]
const EDGES: [Colour, Colour][] = [
  ['focus', 'bg'],
  ['focus', 'surface-2'],
  ['line-strong', 'bg'],
  ['line-strong', 'surface-2'],
]
const SCHEMES: Scheme[] = ['light', 'dark']

describe.each(SCHEMES)('%s', (scheme) => {
  test.each(TEXT)('%s is readable on %s', (front, back) => {
    expect(wcagContrast(COLOURS[scheme][front], COLOURS[scheme][back])).toBeGreaterThanOrEqual(4.5)
  })

  test.each(EDGES)('%s is visible on %s', (front, back) => {
    expect(wcagContrast(COLOURS[scheme][front], COLOURS[scheme][back])).toBeGreaterThanOrEqual(3)
  })

  test('course colours are readable for all 360 hues', () => {
    const { bg, text, 'text-2': secondaryText } = COLOURS[scheme]
    for (let hue = 0; hue < 360; hue++) {
      const course = courseColours(hue)[scheme]
      const pairs = [
        [course.on, course.strong],
        [course.on, course['strong-hover']],
        [course.strong, bg],
        [course.strong, course.wash],
        [text, course.wash],
        [secondaryText, course.wash],
      ] as const
      for (const [front, back] of pairs) expect(wcagContrast(front, back), `hue ${hue}`).toBeGreaterThanOrEqual(4.5)
      expect(wcagContrast(course.mark, bg), `hue ${hue}`).toBeGreaterThanOrEqual(3)
    }
  })
})

test('the stylesheet has each hue once for light and once for dark', () => {
  const css = tokensCss()
  for (const name of Object.keys(HUES)) expect(css.split(`[data-hue='${name}']`)).toHaveLength(3)
  expect(css).toContain('--bg: #f8fbf9;')
  expect(css).toContain('--bg: #0a100e;')
})
