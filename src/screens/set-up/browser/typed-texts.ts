/** Keeps the typed texts of the set-up over a reload of the tab, never the passphrase. */
const KEY = 'set_up_texts'

export function saveTypedTexts(storage: Pick<Storage, 'setItem'>, texts: Readonly<Record<string, string>>): void {
  const { password: _secret, ...rest } = texts
  storage.setItem(KEY, JSON.stringify(rest))
}

export function readTypedTexts(storage: Pick<Storage, 'getItem'>): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(Object.entries(stored).filter(([, text]) => typeof text === 'string'))
  } catch {
    return {}
  }
}

export function deleteTypedTexts(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(KEY)
}
