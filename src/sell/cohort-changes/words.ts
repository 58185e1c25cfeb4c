/** `1 learner gets` or `14 learners get`, with the number first. */
export function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
