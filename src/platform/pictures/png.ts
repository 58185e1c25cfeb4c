/** Renders SVG as PNG, for clients that cannot show SVG, and caches the files. */
import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'

const MAX_PICTURES = 100

/** Simultaneous requests share one rendering. Texts must be paths, because no fonts are loaded. */
const pictures = new LRUCache<string, Buffer, () => string>({
  max: MAX_PICTURES,
  fetchMethod: async (_key, _stale, { context: draw }) => {
    const image = await renderAsync(draw(), { font: { loadSystemFonts: false } })
    return image.asPng()
  },
})

/** @param key identifies the content of the picture; `draw` returns its SVG */
export async function renderPng(key: string, draw: () => string): Promise<Buffer> {
  return pictures.forceFetch(key, { context: draw })
}
