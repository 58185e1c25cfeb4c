import { expect, test } from 'vitest'
import { getLessonTitle, sortByName } from './lesson-from-file.ts'

test('a file’s name becomes a title without its number, its hyphens and its ending', () => {
  expect(getLessonTitle('03-the-awkward-silence.mov')).toBe('The awkward silence')
  expect(getLessonTitle('12. Two folds, one rest.mp4')).toBe('Two folds, one rest')
  expect(getLessonTitle('shaping_the_loaf.MP4')).toBe('Shaping the loaf')
  expect(getLessonTitle('2024.mp4')).toBe('2024')
  expect(getLessonTitle('Ép. 2 – la pâte.m4v')).toBe('Ép. 2 – la pâte')
  expect(getLessonTitle('.mp4')).toBe('')
})

test('files are in the order of the numbers in their names', () => {
  const names = ['10 end.mp4', '2 middle.mp4', 'Appendix.mp4', '1 start.mp4']
  expect(sortByName(names.map((name) => ({ name }))).map(({ name }) => name)).toEqual([
    '1 start.mp4',
    '2 middle.mp4',
    '10 end.mp4',
    'Appendix.mp4',
  ])
})
