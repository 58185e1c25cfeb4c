/** Drawings as PNG files, for those who read no SVG. Each is made once and kept while there is room. */
import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'

const KEPT = 100

/** Drawn once, however many ask at the same time. Texts in it must be paths: no font is looked for. */
const pictures = new LRUCache<string, Buffer, () => string>({
  max: KEPT,
  fetchMethod: async (_key, _stale, { context: draw }) => {
    const image = await renderAsync(draw(), { font: { loadSystemFonts: false } })
    return image.asPng()
  },
})

/** @param key names the drawing's content: one key, one picture. `draw` gives it as SVG */
export async function pngOf(key: string, draw: () => string): Promise<Buffer> {
  return pictures.forceFetch(key, { context: draw })
}
