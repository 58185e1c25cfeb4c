/** Lets the browser save what a call answered, under a name: the API is told who asks by header, so a link cannot ask it. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
