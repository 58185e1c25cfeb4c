import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { renderPng } from './png.ts'
import { addPngText, getPngText } from './png-text.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2"/></svg>'

test('a text is in one uncompressed iTXt chunk with a right checksum, and is read back', async () => {
  const png = await renderPng('text', () => SVG)
  expect(getPngText(png, 'key')).toBeNull()
  const baked = addPngText(png, 'key', 'head.body.signature')
  expect(getPngText(baked, 'key')).toBe('head.body.signature')
  expect(getPngText(baked, 'ke')).toBeNull()
  const start = baked.indexOf('iTXt') - 4
  const length = baked.readUInt32BE(start)
  expect(baked.subarray(start + 8, start + 8 + length).toString()).toBe('key\0\0\0\0\0head.body.signature')
  expect(baked.readUInt32BE(start + 8 + length)).toBe(crc32(baked.subarray(start + 4, start + 8 + length)))
  expect(baked.length).toBe(png.length + length + 12)
})

test('a keyword is in a picture once, and other files have no text', async () => {
  const baked = addPngText(await renderPng('text', () => SVG), 'key', 'a')
  expect(() => addPngText(baked, 'key', 'b')).toThrow('the picture has a text named key')
  expect(getPngText(Buffer.from('a.b.c'), 'key')).toBeNull()
  expect(getPngText(baked.subarray(0, 40), 'key')).toBeNull()
})
