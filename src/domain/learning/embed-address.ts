/** Addresses of videos on other sites, and the form of them that may be shown in a frame. docs/contract §9. */
import { plainTyped } from '../typed-text.ts'

const YOUTUBE_HOSTS = ['youtube.com', 'm.youtube.com', 'music.youtube.com', 'youtube-nocookie.com', 'youtu.be']
const VIMEO_HOSTS = ['vimeo.com', 'player.vimeo.com']

/** `fault` completes a sentence that begins with the name of the field. */
export type EmbedAddress = { ok: true; url: string } | { ok: false; fault: string }

/**
 * The address for a frame. YouTube becomes its version without cookies. Refused by name: an address that is not https,
 * names a user or a port, is of another site, or shows something else than one video.
 *
 * @param origins further allowed origins, such as `https://video.example.com` (EMBED_ORIGINS)
 */
export function parseEmbedAddress(address: string, origins: readonly string[]): EmbedAddress {
  const url = URL.parse(plainTyped(address))
  if (url?.protocol !== 'https:' || url.username || url.password)
    return refuse('is not an https address of a video on YouTube, Vimeo or one of EMBED_ORIGINS')
  const host = url.hostname.replace(/^www\./, '')
  if (url.port === '' && YOUTUBE_HOSTS.includes(host)) return parseYouTubeAddress(url, host)
  if (url.port === '' && VIMEO_HOSTS.includes(host)) return parseVimeoAddress(url)
  if (!origins.includes(url.origin)) return refuse('is not a video of YouTube, Vimeo or one of EMBED_ORIGINS')
  url.hash = ''
  return accept(url.href)
}

const accept = (url: string): EmbedAddress => ({ ok: true, url })
const refuse = (fault: string): EmbedAddress => ({ ok: false, fault })

/** A list in the address of a video is left out: the video is shown alone. */
function parseYouTubeAddress(url: URL, host: string): EmbedAddress {
  const [first = '', second = ''] = url.pathname.split('/').slice(1)
  const isNamed = ['embed', 'shorts', 'live', 'v', 'e'].includes(first)
  const id = host === 'youtu.be' ? first : isNamed ? second : first === 'watch' ? url.searchParams.get('v') : null
  // The name of whatever a channel shows live at that time is as long as the id of a video.
  if (id === 'live_stream') return refuse('is a channel of YouTube: name one of its videos')
  if (id && id !== 'videoseries' && /^[\w-]{11}$/.test(id)) {
    const start = readStart(url, ['start', 't'])
    return accept(`https://www.youtube-nocookie.com/embed/${id}${start ? `?start=${start}` : ''}`)
  }
  if (first === 'playlist' || second === 'videoseries' || url.searchParams.has('list'))
    return refuse('is a playlist of YouTube: a lesson shows one video, so name one of its videos')
  if (first.startsWith('@') || ['channel', 'c', 'user'].includes(first))
    return refuse('is a channel of YouTube: name one of its videos')
  if (first === 'clip') return refuse('is a clip of YouTube: name its video, with the start as in “?t=1m30s”')
  return refuse('is a page of YouTube without a video: copy the address of “Share”')
}

const VIMEO_VIDEOS = [
  // The second part of an unlisted video's address is the key without which it does not play.
  /^\/(?:video\/)?(\d{1,12})(?:\/(\w{1,40}))?\/?$/,
  /^\/(?:channels\/[\w-]{1,60}|groups\/[\w-]{1,60}\/videos|(?:showcase|album)\/\d{1,12}\/video|manage\/videos)\/(\d{1,12})(?:\/(\w{1,40}))?\/?$/,
]

function parseVimeoAddress(url: URL): EmbedAddress {
  const match = VIMEO_VIDEOS.map((pattern) => pattern.exec(url.pathname)).find((found) => found !== null)
  const [, id, pathKey] = match ?? []
  const key = pathKey ?? url.searchParams.get('h')
  if (id && (!key || /^\w{1,40}$/.test(key))) {
    const start = readStart(url, ['t'])
    return accept(`https://player.vimeo.com/video/${id}${key ? `?h=${key}` : ''}${start ? `#t=${start}s` : ''}`)
  }
  const [first] = url.pathname.split('/').slice(1)
  if (first === 'showcase' || first === 'album')
    return refuse('is a showcase of Vimeo: a lesson shows one video, so name one of its videos')
  if (first === 'channels' || first === 'groups') return refuse('is a channel of Vimeo: name one of its videos')
  if (first === 'event') return refuse('is a live event of Vimeo: name the video of its recording')
  if (first === 'ondemand') return refuse('is a film of Vimeo On Demand, which cannot be shown elsewhere')
  return refuse('is a page of Vimeo without a video: copy the address of “Share”')
}

/** Seconds of `90`, `90s`, `1m30s` or `1h2m3s` in the query or after the `#`. Null: from the start. */
function readStart(url: URL, names: readonly string[]): number | null {
  const inHash = new URLSearchParams(url.hash.slice(1))
  const [text = ''] = names.flatMap((name) => url.searchParams.get(name) ?? inHash.get(name) ?? [])
  const match = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/.exec(text)
  if (!match) return null
  const [hours, minutes, seconds] = match.slice(1).map((digits) => Number(digits ?? 0)) as [number, number, number]
  return hours * 3600 + minutes * 60 + seconds || null
}
