/** What we use of it: the types that others wrote are of an older version. */
declare module 'subset-font' {
  function subsetFont(
    font: Buffer,
    signs: string,
    options: { targetFormat: 'woff2'; keepFeatures: string[] },
  ): Promise<Buffer>
  export = subsetFont
}
