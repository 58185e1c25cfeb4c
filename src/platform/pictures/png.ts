/** Renders SVG as PNG, for clients that cannot show SVG, and caches the files. */
import { renderAsync } from '@resvg/resvg-js'
import { LRUCache } from 'lru-cache'

const MAX_PICTURES = 100

/** Simultaneous requests share one rendering. Texts must be paths, because no fonts are loaded. */
const pictures = new LRUCache<string, Buffer, () => string>({
  max: MAX_PICTURES,
  fetchMethod: (_key, _stale, { context: draw }) => renderSvg(draw()),
})

/** @param key identifies the content of the picture; `draw` returns its SVG */
export async function renderPng(key: string, draw: () => string): Promise<Buffer> {
  return pictures.forceFetch(key, { context: draw })
}

/** @param width in pixels; without it, that of the SVG file */
export async function renderSvg(svg: string, width?: number): Promise<Buffer> {
  const image = await renderAsync(svg, {
    font: { loadSystemFonts: false },
    ...(width !== undefined && { fitTo: { mode: 'width', value: width } }),
  })
  return image.asPng()
}
