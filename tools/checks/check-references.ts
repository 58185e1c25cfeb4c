/** Finds comments, tests and documents that cite a text that is not in the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs'

const RULES = [
  {
    pattern: /\bthe specification\b|(?<!docs\/)\b(?:specification|contract) §/i,
    message: 'cites a text by its nickname: name docs/contract or docs/specification.md',
  },
  { pattern: /\binvariants? [A-Z]?\d/i, message: 'cites an invariant by its number: name the rule' },
  { pattern: /\bissues? #?\d/i, message: 'cites an issue: a reader has only the repository' },
  { pattern: /(?<!\d )\bdecisions? \d/i, message: 'cites a decision by its number: name its file in docs/decisions' },
]
/** `docs/contract` (a folder) or `docs/decisions/0022`, with the section that may follow. Not a part of a longer address. */
const REFERENCE = /(?<![\w./-])docs\/([\w-]+(?:[./][\w-]+)*)(?:`? §(\d+))?/g

export function findReferenceFaults(file: string, text: string): string[] {
  const broken = [...text.matchAll(REFERENCE)].filter(([, path, section]) => !isInRepository(path ?? '', section))
  return [
    ...RULES.filter((rule) => rule.pattern.test(text)).map((rule) => `${file} ${rule.message}`),
    ...broken.map(([reference]) => `${file} cites ${reference}, which does not exist`),
  ]
}

function isInRepository(path: string, section: string | undefined): boolean {
  const [match] = existsSync(`docs/${path}`) ? [`docs/${path}`] : globSync(`docs/${path}-*.md`)
  if (!match || !section) return match !== undefined
  const files = match.endsWith('.md') ? [match] : globSync(`${match}/*.md`)
  const texts = files.map((file) => readFileSync(file, 'utf8'))
  return texts.some((text) => text.includes(`\n## ${section}. `) || text.includes(`\n| ${section} |`))
}
