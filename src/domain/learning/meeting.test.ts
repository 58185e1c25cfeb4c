import { expect, test } from 'vitest'
import { getMeetingHost, parseMeetingUrl } from './meeting.ts'

test('a meeting has a public https address', () => {
  expect(parseMeetingUrl(' https://zoom.us/j/123?pwd=abc#x ')).toBe('https://zoom.us/j/123?pwd=abc#x')
  expect(getMeetingHost('https://meet.example.com:8443/room')).toBe('meet.example.com:8443')
})

test.each(['https://zoom.us/j/123\u200b', '\ufeffhttps://zoom.us/j/123', '\u202ahttps://zoom.us/j/\u00ad123\u202c'])(
  '%j, with what a copy added unseen, is the address that was copied',
  (text) => {
    expect(parseMeetingUrl(text)).toBe('https://zoom.us/j/123')
  },
)

test.each([
  '',
  'zoom.us/j/123',
  'http://zoom.us/j/123',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://user:word@zoom.us/j/1',
  'https://user@zoom.us/j/1',
  'https://localhost/room',
  'https://intranet/room',
  'https://zoom.us./room',
  `https://zoom.us/${'x'.repeat(2000)}`,
])('%j is refused', (text) => {
  expect(parseMeetingUrl(text)).toBeNull()
})
