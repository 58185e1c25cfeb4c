/** `1 order`, `1,200 orders`. */
export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
