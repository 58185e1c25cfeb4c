/** Addresses of videos on other sites, and the form of them that may be shown in a frame. docs/contract.md §9. */

const YOUTUBE_HOSTS = ['youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'youtu.be']
const VIMEO_HOSTS = ['vimeo.com', 'player.vimeo.com']

/**
 * The address for a frame. YouTube becomes its version without cookies. Null for an address that is not https, names a
 * user or a port, or is of another site.
 *
 * @param origins further allowed origins, such as `https://video.example.com` (EMBED_ORIGINS)
 */
export function toEmbedAddress(address: string, origins: readonly string[]): string | null {
  const url = URL.parse(address.trim())
  if (url?.protocol !== 'https:' || url.username || url.password) return null
  const host = url.hostname.replace(/^www\./, '')
  if (url.port === '' && YOUTUBE_HOSTS.includes(host)) return toYouTubeAddress(url, host)
  if (url.port === '' && VIMEO_HOSTS.includes(host)) return toVimeoAddress(url)
  if (!origins.includes(url.origin)) return null
  url.hash = ''
  return url.href
}

function toYouTubeAddress(url: URL, host: string): string | null {
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  const isNamed = ['embed', 'shorts', 'live', 'v'].includes(first)
  const id = host === 'youtu.be' ? first : isNamed ? second : first === 'watch' ? url.searchParams.get('v') : null
  if (!id || !/^[\w-]{11}$/.test(id)) return null
  const start = /^(\d{1,6})s?$/.exec(url.searchParams.get('start') ?? url.searchParams.get('t') ?? '')?.[1]
  return `https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${Number(start)}` : ''}`
}

/** The second part of an unlisted video's address is the key without which it does not play. */
function toVimeoAddress(url: URL): string | null {
  const match = /^\/(?:video\/)?(\d{1,12})(?:\/(\w{1,40}))?\/?$/.exec(url.pathname)
  if (!match) return null
  const key = match[2] ?? url.searchParams.get('h')
  if (key && !/^\w{1,40}$/.test(key)) return null
  return `https://player.vimeo.com/video/${match[1]}${key ? `?h=${key}` : ''}`
}
