/** The package brings no types; this is the part that scripts/fonts.ts uses. */
declare module 'subset-font' {
  interface Range {
    readonly min: number;
    readonly max: number;
  }
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      readonly targetFormat: 'woff2' | 'sfnt';
      readonly variationAxes?: Readonly<Record<string, number | Range>>;
    },
  ): Promise<Buffer>;
}
