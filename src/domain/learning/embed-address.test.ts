import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseEmbedAddress } from './embed-address.ts'

const OWN = ['https://video.example.com']
const toEmbedAddress = (address: string, origins: readonly string[]) => {
  const parsed = parseEmbedAddress(address, origins)
  return parsed.ok ? parsed.url : null
}
const VIMEO = 'https://player.vimeo.com/video/76979871'
const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
  ['https://youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=42s', `${YOUTUBE}?start=42`],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', YOUTUBE],
  ['\ufeffhttps://youtu.be/dQw4w9WgXcQ\u200b', YOUTUBE],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?t=1m30s', `${YOUTUBE}?start=90`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1h2m3s', `${YOUTUBE}?start=3723`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ#t=2m', `${YOUTUBE}?start=120`],
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=soon', YOUTUBE],
  ['https://music.youtube.com/watch?v=dQw4w9WgXcQ&list=RDAMVM', YOUTUBE],
  ['https://vimeo.com/channels/staffpicks/76979871', VIMEO],
  ['https://vimeo.com/groups/short-films/videos/76979871', VIMEO],
  ['https://vimeo.com/showcase/1234567/video/76979871', VIMEO],
  ['https://vimeo.com/album/1234567/video/76979871?h=8272103f6e', `${VIMEO}?h=8272103f6e`],
  ['https://vimeo.com/manage/videos/76979871/8272103f6e', `${VIMEO}?h=8272103f6e`],
  ['https://vimeo.com/76979871#t=1m30s', `${VIMEO}#t=90s`],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1',
    'https://player.vimeo.com/video/76979871?h=8272103f6e',
  ],
  ['https://video.example.com/w/1?a=b#c', 'https://video.example.com/w/1?a=b'],
])('%s is shown as %s', (address, expected) => {
  expect(toEmbedAddress(address, OWN)).toBe(expected)
})

test.each([
  'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/@somebody',
  'https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ',
  'https://user@vimeo.com/76979871',
  'https://vimeo.com/about',
  'https://youtube.com.example.com/watch?v=dQw4w9WgXcQ',
  'https://video.example.com.evil.test/1',
  'https://video.example.com:8443/1',
  'javascript:alert(1)',
  'words',
  '',
])('%s cannot be embedded', (address) => {
  expect(toEmbedAddress(address, OWN)).toBeNull()
})

test.each([
  ['https://www.youtube.com/playlist?list=PLx', 'a playlist of YouTube'],
  ['https://www.youtube.com/embed/videoseries?list=PLx', 'a playlist of YouTube'],
  ['https://www.youtube.com/@somebody/videos', 'a channel of YouTube'],
  ['https://www.youtube.com/channel/UCx', 'a channel of YouTube'],
  ['https://youtube.com/embed/live_stream?channel=UCx', 'a channel of YouTube'],
  ['https://youtu.be/live_stream', 'a channel of YouTube'],
  ['https://www.youtube.com/clip/UgkxAbc', 'a clip of YouTube'],
  ['https://www.youtube.com/results?search_query=light', 'a page of YouTube without a video'],
  ['https://vimeo.com/showcase/1234567', 'a showcase of Vimeo'],
  ['https://vimeo.com/channels/staffpicks', 'a channel of Vimeo'],
  ['https://vimeo.com/event/123', 'a live event of Vimeo'],
  ['https://vimeo.com/ondemand/film', 'Vimeo On Demand'],
  ['https://vimeo.com/about', 'a page of Vimeo without a video'],
  ['https://example.com/1', 'not a video of YouTube, Vimeo or one of EMBED_ORIGINS'],
  ['http://youtu.be/dQw4w9WgXcQ', 'not an https address'],
])('%s is refused as %s', (address, fault) => {
  expect(parseEmbedAddress(address, OWN)).toEqual({ ok: false, fault: expect.stringContaining(fault) })
})

test('the address for a frame is its own address for a frame, and on an allowed origin', () => {
  const origins = ['https://www.youtube-nocookie.com', 'https://player.vimeo.com', ...OWN]
  const parts = fc.array(
    fc.constantFrom('watch', 'embed', 'video', 'dQw4w9WgXcQ', '7697', '..', '%2e', 'a b', '?v=dQw4w9WgXcQ', '?h=x'),
  )
  const host = fc.constantFrom('www.youtube.com', 'youtu.be', 'vimeo.com', 'player.vimeo.com', 'video.example.com')
  fc.assert(
    fc.property(host, parts, (name, path) => {
      const shown = toEmbedAddress(`https://${name}/${path.join('/')}`, OWN)
      if (shown === null) return
      expect(origins).toContain(new URL(shown).origin)
      expect(toEmbedAddress(shown, OWN)).toBe(shown)
    }),
  )
})
