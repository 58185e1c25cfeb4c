/** The seven poster motifs. Each draws its numbers from `random` in a fixed order; a changed order changes the picture. */
export type InkName = 'a' | 'b' | 'c' | 'deep' | 'pale' | 'paper'

/** Attributes that give a shape one of the poster's colours. */
export type Paint = { fill(spot: InkName): string; stroke(spot: InkName): string }

type Random = () => number
type PosterSize = { width: number; height: number }
type Motif = (random: Random, paint: Paint, size: PosterSize) => string
type Point = readonly [x: number, y: number]

export const MOTIFS = { discs, strata, aperture, ribbons, signal, contour, weave } as const satisfies Record<
  string,
  Motif
>
export type MotifName = keyof typeof MOTIFS

/** 2π, accurate to half a pixel on a 1200 px poster. Fewer digits keep the file small and the hash equal everywhere. */
const FULL_TURN = 6.283
const PRECISE_FULL_TURN = 6.2832

/** Letterpress shapes: discs, half discs, quarter discs and rings, in five columns and three rows. */
function discs(random: Random, { fill, stroke }: Paint): string {
  const cell = 250
  const inks: InkName[] = ['a', 'b', 'c', 'deep', 'a', 'b']
  return grid(5, 3, (column, row) => {
    const kind = random()
    const [x, y, radius] = [column * cell - 25 + cell / 2, row * cell + cell / 2, cell / 2]
    const ink = pick(random, inks)
    const turn = Math.floor(random() * 4) * 90
    if (kind < 0.16) return ''
    if (kind < 0.34) return `<circle cx="${x}" cy="${y}" r="${radius}" ${fill(ink)}/>`
    if (kind < 0.62) {
      const half = `M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0z`
      return `<path d="${half}" transform="rotate(${turn} ${x} ${y})translate(0 ${radius})" ${fill(ink)}/>`
    }
    if (kind < 0.86) {
      const quarter = `M${x - radius} ${y - radius}h${2 * radius}a${2 * radius} ${2 * radius} 0 0 1 ${-2 * radius} ${2 * radius}z`
      return `<path d="${quarter}" transform="rotate(${turn} ${x} ${y})" ${fill(ink)}/>`
    }
    const rings = [0.28, 0.56, 0.84].map((share) => `<circle cx="${x}" cy="${y}" r="${roundTenth(radius * share)}"/>`)
    return `<g fill="none" ${stroke(ink)} stroke-width="14">${rings.join('')}</g>`
  })
}

/** A sun behind six ridges. */
function strata(random: Random, { fill }: Paint, size: PosterSize): string {
  const sun = [200 + random() * 800, 170 + random() * 120, 95 + random() * 70].map(roundTenth)
  const inks: InkName[] = ['pale', 'b', 'a', 'a', 'c', 'deep']
  const ridges = inks.map((ink, layer) => {
    const outline = ridge(random, 250 + layer * 92, 70 - layer * 4, size)
    return `<path d="${outline}" ${fill(ink)}${layer === 2 ? ' fill-opacity=".72"' : ''}/>`
  })
  return `<circle cx="${sun[0]}" cy="${sun[1]}" r="${sun[2]}" ${fill('b')}/>${ridges.join('')}`
}

/** The sum of two waves as one smooth line, closed along the bottom edge. */
function ridge(random: Random, base: number, swing: number, { width, height }: PosterSize): string {
  const steps = 24
  const [slow, fast, slowPhase, fastPhase] = [
    0.9 + random() * 1.3,
    2.2 + random() * 2.2,
    random() * 6.28,
    random() * 6.28,
  ]
  const points: Point[] = Array.from({ length: steps + 1 }, (_, step) => {
    const across = step / steps
    const lift =
      Math.sin(across * 6.28 * slow + slowPhase) * swing * 0.62 +
      Math.sin(across * 6.28 * fast + fastPhase) * swing * 0.3
    return [across * width, base + lift]
  })
  const curves = points.slice(1).map(([x, y], index) => {
    const [fromX, fromY] = points[index]!
    const leave = index > 0 ? (y - points[index - 1]![1]) / 6 : 0
    const arrive = index + 1 < steps ? (points[index + 2]![1] - fromY) / 6 : 0
    return `C${roundTenth(fromX + width / 72)} ${roundTenth(fromY + leave)} ${roundTenth(x - width / 72)} ${roundTenth(y - arrive)} ${roundTenth(x)} ${roundTenth(y)}`
  })
  return `M0 ${height}L0 ${roundTenth(points[0]![1])}${curves.join('')}L${width} ${height}z`
}

/** The blades of a lens aperture around a light centre. */
function aperture(random: Random, { fill }: Paint, { width, height }: PosterSize): string {
  const [x, y] = [width * (0.32 + random() * 0.4), height * (0.42 + random() * 0.2)]
  const blades = pick(random, [7, 8, 9, 11])
  const [reach, twist] = [760, 0.5 + random() * 0.55]
  const inks: InkName[] = ['a', 'b', 'c', 'deep']
  const at = (angle: number, radius: number) =>
    `${roundTenth(x + Math.cos(angle) * radius)} ${roundTenth(y + Math.sin(angle) * radius)}`
  const drawn = Array.from({ length: blades }, (_, blade) => {
    const start = (blade / blades) * FULL_TURN
    const end = start + (FULL_TURN / blades) * 1.02
    const bend = twist * 0.1
    const outer = `Q${at(start + bend, reach * 0.5)} ${at(start + twist, reach)}L${at(end + twist, reach)}`
    const ink = inks[blade % (blades % 3 === 0 ? 3 : 4)]!
    return `<path d="M${at(start, 110)}${outer}Q${at(end + bend, reach * 0.5)} ${at(end, 110)}z" ${fill(ink)}/>`
  })
  const eye = [
    `<circle cx="${roundTenth(x)}" cy="${roundTenth(y)}" r="112" ${fill('paper')}/>`,
    `<circle cx="${roundTenth(x)}" cy="${roundTenth(y)}" r="58" ${fill('deep')}/>`,
    `<circle cx="${roundTenth(x + 20)}" cy="${roundTenth(y - 20)}" r="14" ${fill('paper')}/>`,
  ]
  return `<rect width="${width}" height="${height}" ${fill('deep')}/>${drawn.join('')}${eye.join('')}`
}

/** One thick curve of seven strands. */
function ribbons(random: Random, { fill, stroke }: Paint, { width, height }: PosterSize): string {
  const inks: InkName[] = ['deep', 'a', 'b', 'c', 'pale', 'a', 'deep']
  const strand = 46
  const [top, foot] = [height * (0.05 + random() * 0.35), height * (0.62 + random() * 0.3)]
  const bend = 0.35 + random() * 0.3
  const isMirrored = random() < 0.5
  const strands = inks.map((ink, index) => {
    const aside = (index - 3) * strand
    const start = `M-80 ${roundTenth(top + aside + height * 0.25)}`
    const first = `${roundTenth(width * bend)} ${roundTenth(top + aside - 160)}`
    const second = `${roundTenth(width * (1 - bend) - aside * 0.6)} ${roundTenth(foot + aside + 220)}`
    return `<path d="${start}C${first} ${second} ${width + 80} ${roundTenth(foot + aside - 220)}" fill="none" ${stroke(ink)} stroke-width="${strand + 1}"/>`
  })
  const sun = `<circle cx="${roundTenth(width * (0.7 + random() * 0.15))}" cy="${roundTenth(height * 0.24)}" r="${roundTenth(80 + random() * 50)}" ${fill('b')}/>`
  return `<g${isMirrored ? ` transform="matrix(-1 0 0 1 ${width} 0)"` : ''}>${sun}${strands.join('')}</g>`
}

/** The waveform of a spoken word. */
function signal(random: Random, { fill }: Paint, { width, height }: PosterSize): string {
  const bars = 31
  const gap = width / bars
  const [phase, beat] = [random() * 6, 1.4 + random() * 1.6]
  return Array.from({ length: bars }, (_, bar) => {
    const across = bar / (bars - 1)
    const swell = Math.sin(across * Math.PI) ** 0.7
    const tall = Math.max(
      26,
      (Math.abs(Math.sin(across * 6.28 * beat + phase)) * 0.55 + random() * 0.45) * swell * height * 0.86,
    )
    const ink = pick<InkName>(random, ['a', 'a', 'b', 'c', 'deep'])
    const wide = gap * 0.62
    const position = `x="${roundTenth(bar * gap + gap * 0.19)}" y="${roundTenth(height / 2 - tall / 2)}"`
    return `<rect ${position} width="${roundTenth(wide)}" height="${roundTenth(tall)}" rx="${roundTenth(wide / 2)}" ${fill(ink)}/>`
  }).join('')
}

/** Contour lines of a hill on a map. */
function contour(random: Random, { fill, stroke }: Paint, { width, height }: PosterSize): string {
  const [x, y] = [width * (0.3 + random() * 0.45), height * (0.35 + random() * 0.3)]
  const [few, many] = [2 + Math.floor(random() * 2), 4 + Math.floor(random() * 3)]
  const [fewPhase, manyPhase] = [random() * 6, random() * 6]
  const inks: InkName[] = ['pale', 'b', 'a', 'c', 'deep']
  const [rings, corners] = [13, 36]
  const drawn = Array.from({ length: rings }, (_, ring) => {
    const radius = 900 * (1 - ring / rings) ** 1.15 + 14
    const points = Array.from({ length: corners }, (_, corner) => {
      const angle = (corner / corners) * PRECISE_FULL_TURN
      const dent =
        1 +
        0.17 * Math.sin(angle * few + fewPhase + ring * 0.1) +
        0.06 * Math.sin(angle * many + manyPhase - ring * 0.14)
      return `${roundTenth(x + Math.cos(angle) * radius * dent)},${roundTenth(y + Math.sin(angle) * radius * dent * 0.86)}`
    })
    return `<polygon points="${points.join(' ')}" ${fill(inks[ring % inks.length]!)}/>`
  })
  return `<g ${stroke('paper')} stroke-width="3" stroke-linejoin="round">${drawn.join('')}</g>`
}

/** A banig, the woven mat of the Philippines: bands across and down that alternate over and under. */
function weave(random: Random, { fill, stroke }: Paint, { width, height }: PosterSize): string {
  const columns = 8
  const band = width / columns
  const rows = Math.ceil(height / band)
  const inset = band * 0.13
  const inks: InkName[] = ['a', 'b', 'c', 'deep']
  const down = Array.from({ length: columns }, () => pick(random, inks))
  const across = Array.from({ length: rows }, () => pick(random, inks))
  const under = down.map((ink, x) => box(x * band + inset, 0, band - 2 * inset, rows * band, fill(ink)))
  const middle = across.map((ink, y) => box(0, y * band + inset, width, band - 2 * inset, fill(ink)))
  const over = grid(columns, rows, (x, y) =>
    isOver(x, y) ? box(x * band + inset, y * band - inset / 2, band - 2 * inset, band + inset, fill(down[x]!)) : '',
  )
  const threads = grid(columns, rows, (x, y) =>
    [0.33, 0.67]
      .map((share) =>
        isOver(x, y)
          ? `M${roundTenth(band * (x + share))} ${y * band}v${band}`
          : `M${x * band} ${roundTenth(band * (y + share))}h${band}`,
      )
      .join(''),
  )
  return `${under.join('')}${middle.join('')}${over}<path d="${threads}" ${stroke('paper')} stroke-opacity=".28" stroke-width="3"/>`
}

function isOver(column: number, row: number): boolean {
  return (column + row) % 2 === 0
}

function box(x: number, y: number, width: number, height: number, ink: string): string {
  return `<rect x="${roundTenth(x)}" y="${roundTenth(y)}" width="${roundTenth(width)}" height="${roundTenth(height)}" ${ink}/>`
}

function grid(columns: number, rows: number, draw: (column: number, row: number) => string): string {
  return Array.from({ length: columns * rows }, (_, cell) => draw(cell % columns, Math.floor(cell / columns))).join('')
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[Math.floor(random() * items.length)]!
}

/** One decimal: a tenth of a pixel on the poster. */
function roundTenth(value: number): number {
  return +value.toFixed(1)
}
