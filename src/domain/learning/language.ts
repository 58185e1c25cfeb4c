/** Languages of captions. */

/**
 * The one spelling of a language tag (BCP 47), as `Intl` writes it: `en` for `EN`, `pt-BR` for `pt-br`. Old tags become
 * their successors: `he` for `iw`. Null for a text that is no language tag.
 */
export function normalizeLanguage(tag: string): string | null {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? null
  } catch {
    return null
  }
}
