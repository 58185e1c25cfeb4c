/**
 * The system's own letters, made as wide and as tall as ours, so that nothing moves when ours arrive; written to
 * `ui/stand-ins.gen.css`. Each system has others, and ours grow wider as they grow bolder. The widths are those of all
 * text on the public pages, ours by theirs; `npm run budgets` judges what they come to.
 */
type Family = 'Bricolage' | 'Instrument'
type System = {
  name: string
  thin: readonly string[]
  bold: readonly string[]
  /** Per cent, one for each of the family's weights. */
  widths: Record<Family, readonly number[]>
}

/** Above and below the line in per cent of the size, as the files say; of the weights, the first is the thin one. */
const FAMILIES: Record<Family, { ascent: number; descent: number; weights: readonly string[] }> = {
  Bricolage: { ascent: 93, descent: 27, weights: ['200 599', '600 649', '650 800'] },
  Instrument: { ascent: 97, descent: 25, weights: ['400 599', '600 700'] },
}

const SYSTEMS: readonly System[] = [
  {
    name: 'Fallback',
    thin: ['Arial', 'Helvetica Neue', 'Liberation Sans'],
    bold: ['Arial Bold', 'Arial-BoldMT', 'Helvetica Neue Bold', 'Liberation Sans Bold'],
    widths: { Bricolage: [106.8, 100.1, 103.1], Instrument: [101.6, 98] },
  },
  {
    name: 'Fallback on Android',
    thin: ['Roboto'],
    bold: ['Roboto Bold', 'Roboto-Bold'],
    widths: { Bricolage: [106.9, 106.4, 108.7], Instrument: [102.2, 103.8] },
  },
  {
    name: 'Fallback on Linux',
    thin: ['DejaVu Sans'],
    bold: ['DejaVu Sans Bold', 'DejaVuSans-Bold'],
    widths: { Bricolage: [93.1, 84.3, 86.7], Instrument: [89.6, 82.7] },
  },
]

/** What stands in for a family, in the order in which it is tried. */
export function standInsFor(family: Family): string {
  return SYSTEMS.map(({ name }) => `'${family} ${name}'`).join(', ')
}

/** The whole of `ui/stand-ins.gen.css`. */
export function standInsCss(): string {
  const families = Object.keys(FAMILIES) as Family[]
  const faces = SYSTEMS.flatMap((system) => families.flatMap((family) => facesOf(family, system)))
  return ['/* Generated from src/domain/stand-ins.ts: change it there. */', ...faces, ''].join('\n')
}

function facesOf(family: Family, { name, thin, bold, widths }: System): string[] {
  const { ascent, descent, weights } = FAMILIES[family]
  return weights.map((weight, at) => {
    const width = widths[family][at]!
    const tall = (part: number) => `${((part / width) * 100).toFixed(1)}%`
    const lines = [
      `font-family: '${family} ${name}'`,
      `src: ${(at === 0 ? thin : bold).map((letters) => `local('${letters}')`).join(', ')}`,
      `font-weight: ${weight}`,
      `size-adjust: ${width}%`,
      `ascent-override: ${tall(ascent)}`,
      `descent-override: ${tall(descent)}`,
      'line-gap-override: 0%',
    ]
    return ['@font-face {', ...lines.map((line) => `  ${line};`), '}'].join('\n')
  })
}
