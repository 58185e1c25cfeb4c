/** The people of a pasted list: an address a line, or several by commas; a name may stand before an address. */

export type ListedPerson = { email: string; name?: string }

/** Text without an address is kept as one, so that the answer of its row says what is wrong. */
export function parsePeople(text: string): ListedPerson[] {
  return text.split(/[\n;]/).flatMap(parseLine)
}

function parseLine(line: string): ListedPerson[] {
  const parts = line
    .split(/[,\t]/)
    .map((part) => part.trim())
    .filter(Boolean)
  const people: ListedPerson[] = []
  let name = ''
  for (const part of parts) {
    const bracketed = /^([^<>]*)<([^<>]*)>$/.exec(part)
    if (bracketed) people.push(toPerson(bracketed[2]!.trim(), bracketed[1]!.trim() || name))
    else if (part.includes('@')) people.push(toPerson(part, name))
    else {
      name = name ? `${name} ${part}` : part
      continue
    }
    name = ''
  }
  return name ? [...people, { email: name }] : people
}

const toPerson = (email: string, name: string): ListedPerson => (name ? { email, name: name.slice(0, 120) } : { email })
