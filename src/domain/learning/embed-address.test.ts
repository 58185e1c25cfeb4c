import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toEmbedAddress } from './embed-address.ts'

const OWN = ['https://video.example.com']
const YOUTUBE = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ'

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', YOUTUBE],
  ['https://youtube.com/watch?list=x&v=dQw4w9WgXcQ&t=42s', `${YOUTUBE}?start=42`],
  ['https://m.youtube.com/shorts/dQw4w9WgXcQ', YOUTUBE],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc', YOUTUBE],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', YOUTUBE],
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
