/** The types that we use. The published types belong to an older version. */
declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      targetFormat: 'woff2' | 'truetype'
      keepFeatures?: readonly string[]
      variationAxes?: Record<string, number>
    },
  ): Promise<Buffer>
  export = subsetFont
}
