import { expect, test } from 'vitest'
import { z } from 'zod'
import { readYaml } from './yaml-file.ts'

function findFaults(text: string): string[] {
  const faults: string[] = []
  readYaml(z.looseObject({}), text, 'ng.yaml', faults)
  return faults
}

test.each([
  ['title: Light: an introduction', '1:8 a colon in a text looks like a field. Put the text in quotes'],
  ['title: "Light" and shade', '1:16 this is not expected here. Put the text in quotes'],
  ["title: 'it's light'", '1:12 this is not expected here. Put the text in quotes'],
  ['title: @light', '1:8 no text begins with this character. Put the text in quotes'],
  ['title: *light*', '1:1 no text begins with “*” or “&”. Put the text in quotes'],
  ['title: "light', '1:14 a quote, a bracket or a comma is missing here, or before'],
  ['title:\n\t- light', '2:1 the line begins with a tab. Indent it with spaces'],
  ['a:\n  b: 1\n c: 2', '3:1 the line is indented like none above it, or a bracket above is not closed'],
  ['a: [1, 2', '1:9 the line is indented like none above it, or a bracket above is not closed'],
  ['a: 1\na: 2', '2:1 the field is there twice. Keep one'],
  ['a: 1\n---\nb: 2', '2:1 “---” begins a second document, and a file has one'],
  ['title: "50\\% off"', '1:11 a backslash has a meaning in double quotes. Use single quotes'],
])('the slip in %j is one sentence for its author', (text, fault) => {
  expect(findFaults(text)).toEqual([`ng.yaml:${fault}`])
})
