/** Types for the part of the package that scripts/fonts.ts uses; the package has none. */
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
