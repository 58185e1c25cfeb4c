type CountedItem = { kind: 'live' | 'lesson' }

/** "2 live sessions", "6 lessons", "2 live sessions and 1 lesson". @param session the noun for a live one */
export function formatItemCount(items: readonly CountedItem[], session = 'live session'): string {
  const sessions = items.filter(({ kind }) => kind === 'live').length
  const parts = [
    { count: sessions, noun: session },
    { count: items.length - sessions, noun: 'lesson' },
  ]
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, noun }) => `${count} ${noun}${count === 1 ? '' : 's'}`)
    .join(' and ')
}
