/** Languages of captions. */

/**
 * The one spelling of a language tag (BCP 47), as `Intl.Locale` writes it: `en` for `EN`, `pt-BR` for `pt-br`. Old tags
 * become their successors: `he` for `iw`. `Intl.getCanonicalLocales` would leave `tw` but make `ak` of `TW`. Null for a
 * text that is no language tag.
 */
export function normalizeLanguage(tag: string): string | null {
  try {
    return new Intl.Locale(tag).toString()
  } catch {
    return null
  }
}
