/**
 * The colours and sizes of every page, calculated from OKLCH and written to `ui/theme/tokens.gen.css`. The browser does no
 * colour arithmetic, and no page needs `oklch()`. The test beside this file checks the contrast of each pair in use.
 */
import { clampChroma, formatHex } from 'culori'
import { listFallbackFonts } from './fallback-fonts.ts'

/** A colour in sRGB, `#rrggbb`. */
export type Hex = `#${string}`
export type Scheme = 'light' | 'dark'

/** The hues of courses, in degrees on the OKLCH wheel. */
export const HUES = {
  vermilion: 28,
  amber: 70,
  olive: 110,
  fern: 145,
  teal: 185,
  azure: 235,
  cobalt: 262,
  violet: 295,
  orchid: 330,
  rose: 5,
} as const
export type HueName = keyof typeof HUES

/** Lightness 0–1, chroma, hue in degrees. Chroma is reduced until sRGB can show the colour. */
export function oklch(lightness: number, chroma: number, hue: number): Hex {
  return formatHex(clampChroma({ mode: 'oklch', l: lightness, c: chroma, h: hue }, 'oklch')) as Hex
}

/** Cool graphite with a trace of green. `spark` is the brand colour and is never used for text. */
export const COLOURS = {
  light: {
    bg: oklch(0.985, 0.003, 160),
    surface: oklch(1, 0, 0),
    'surface-2': oklch(0.965, 0.005, 160),
    'surface-3': oklch(0.935, 0.007, 160),
    line: oklch(0.895, 0.008, 160),
    'line-strong': oklch(0.6, 0.014, 165),
    text: oklch(0.22, 0.018, 170),
    'text-2': oklch(0.41, 0.018, 170),
    'text-3': oklch(0.515, 0.016, 170),
    ink: oklch(0.22, 0.018, 170),
    'on-ink': oklch(0.985, 0.003, 160),
    'ink-hover': oklch(0.32, 0.022, 170),
    focus: oklch(0.53, 0.2, 262),
    link: oklch(0.42, 0.09, 170),
    live: oklch(0.55, 0.215, 27),
    'on-live': oklch(1, 0, 0),
    good: oklch(0.47, 0.12, 152),
    'good-bg': oklch(0.955, 0.035, 152),
    warn: oklch(0.5, 0.11, 68),
    'warn-bg': oklch(0.96, 0.05, 85),
    bad: oklch(0.51, 0.19, 27),
    'bad-bg': oklch(0.96, 0.025, 27),
    info: oklch(0.48, 0.15, 255),
    'info-bg': oklch(0.96, 0.025, 255),
    spark: oklch(0.84, 0.165, 84),
    'on-spark': oklch(0.22, 0.018, 170),
  },
  dark: {
    bg: oklch(0.165, 0.01, 170),
    surface: oklch(0.205, 0.011, 170),
    'surface-2': oklch(0.245, 0.012, 170),
    'surface-3': oklch(0.29, 0.013, 170),
    line: oklch(0.315, 0.013, 170),
    'line-strong': oklch(0.56, 0.014, 170),
    text: oklch(0.955, 0.005, 160),
    'text-2': oklch(0.79, 0.012, 165),
    'text-3': oklch(0.68, 0.014, 168),
    ink: oklch(0.955, 0.005, 160),
    'on-ink': oklch(0.19, 0.012, 170),
    'ink-hover': oklch(0.88, 0.01, 160),
    focus: oklch(0.74, 0.14, 262),
    link: oklch(0.84, 0.09, 165),
    live: oklch(0.68, 0.2, 27),
    'on-live': oklch(0.165, 0.01, 170),
    good: oklch(0.8, 0.13, 152),
    'good-bg': oklch(0.27, 0.04, 152),
    warn: oklch(0.84, 0.13, 84),
    'warn-bg': oklch(0.29, 0.045, 80),
    bad: oklch(0.76, 0.13, 25),
    'bad-bg': oklch(0.28, 0.055, 25),
    info: oklch(0.79, 0.1, 255),
    'info-bg': oklch(0.28, 0.05, 255),
    spark: oklch(0.84, 0.165, 84),
    'on-spark': oklch(0.22, 0.018, 170),
  },
} as const satisfies Record<Scheme, Record<string, Hex>>

export type CourseColours = { strong: Hex; 'strong-hover': Hex; on: Hex; wash: Hex; mark: Hex }

/** The colours of one hue in light and dark mode. Every hue has enough contrast. */
export function courseColours(hue: number): Record<Scheme, CourseColours> {
  return {
    light: {
      strong: oklch(0.5, 0.175, hue),
      'strong-hover': oklch(0.43, 0.155, hue),
      on: oklch(1, 0, 0),
      wash: oklch(0.955, 0.03, hue),
      mark: oklch(0.635, 0.15, hue),
    },
    dark: {
      strong: oklch(0.8, 0.14, hue),
      'strong-hover': oklch(0.87, 0.1, hue),
      on: oklch(0.19, 0.03, hue),
      wash: oklch(0.27, 0.045, hue),
      mark: oklch(0.72, 0.14, hue),
    },
  }
}

/** Sizes in rem and px. `clamp` scales between window widths of 480 and 1200 px. */
const SIZES = {
  'font-display': `'Bricolage Grotesque', ${listFallbackFonts('Bricolage')}, system-ui, sans-serif`,
  'font-text': `'Instrument Sans', ${listFallbackFonts('Instrument')}, system-ui, sans-serif`,
  't-xs': '0.8125rem',
  't-sm': '0.875rem',
  't-md': '1rem',
  't-lg': '1.125rem',
  't-xl': '1.375rem',
  't-h3': '1.5rem',
  't-h2': 'clamp(1.75rem, 3.2vw, 2.25rem)',
  't-h1': 'clamp(2.25rem, 5.2vw, 3.75rem)',
  't-display': 'clamp(2.875rem, 8.2vw, 6.5rem)',
  s1: '4px',
  s2: '8px',
  s3: '12px',
  s4: '16px',
  s5: '20px',
  s6: '24px',
  s7: '32px',
  s8: '40px',
  s9: '56px',
  s10: '72px',
  s11: '96px',
  s12: '128px',
  section: 'clamp(56px, 9vw, 128px)',
  'r-chip': '6px',
  'r-control': '10px',
  'r-card': '14px',
  'r-sheet': '20px',
  ease: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
} as const

/** In dark mode, raised surfaces are lighter and have no shadow. Only a dialog has one. */
const SHADOWS = {
  light: {
    e1: '0 1px 2px rgb(18 29 25 / 0.06)',
    e2: '0 8px 24px -6px rgb(18 29 25 / 0.14)',
    e3: '0 24px 64px -16px rgb(18 29 25 / 0.3)',
  },
  dark: { e1: 'none', e2: 'none', e3: '0 24px 64px -16px rgb(0 0 0 / 0.6)' },
} as const satisfies Record<Scheme, Record<string, string>>

/**
 * The complete content of `ui/theme/tokens.gen.css`. Dark mode follows the system setting; there is no switch.
 * `--course-on-paper` is for a certificate, which is light in both modes.
 */
export function tokensCss(): string {
  const hues = Object.entries(HUES).map(([name, hue]) => ({ name, colours: courseColours(hue) }))
  return [
    '/* Generated from src/design/tokens.ts: change it there. */',
    rule(':root', { 'color-scheme': 'light dark' }, { ...COLOURS.light, ...SIZES, ...SHADOWS.light }),
    ...hues.map(({ name, colours }) =>
      rule(hueSelector(name), {}, { ...courseTokens(colours.light), 'course-on-paper': colours.light.strong }),
    ),
    '@media screen and (prefers-color-scheme: dark) {',
    rule(':root', {}, { ...COLOURS.dark, ...SHADOWS.dark }, '  '),
    ...hues.map(({ name, colours }) => rule(hueSelector(name), {}, courseTokens(colours.dark), '  ')),
    '}',
    '',
  ].join('\n')
}

function hueSelector(name: string): string {
  return `[data-hue='${name}']`
}

function courseTokens(colours: CourseColours): Record<string, string> {
  return Object.fromEntries(Object.entries(colours).map(([name, hex]) => [`course-${name}`, hex]))
}

function rule(
  selector: string,
  properties: Record<string, string>,
  tokens: Record<string, string>,
  indent = '',
): string {
  const lines = [
    ...Object.entries(properties).map(([name, value]) => `${name}: ${value};`),
    ...Object.entries(tokens).map(([name, value]) => `--${name}: ${value};`),
  ]
  return [`${indent}${selector} {`, ...lines.map((line) => `${indent}  ${line}`), `${indent}}`].join('\n')
}
