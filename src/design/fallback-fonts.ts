/** Names of the fallback fonts. `tools/generate/fallback-fonts.ts` writes their faces to `ui/theme/fallback-fonts.gen.css`. */
export type FontFamily = 'Bricolage' | 'Instrument'

/** Each system has its own fonts. */
export const FALLBACK_NAMES = ['Fallback', 'Fallback on Android', 'Fallback on Linux'] as const
export type FallbackName = (typeof FALLBACK_NAMES)[number]

/** The fallback fonts of a family, in order of preference. */
export function listFallbackFonts(family: FontFamily): string {
  return FALLBACK_NAMES.map((name) => `'${family} ${name}'`).join(', ')
}
