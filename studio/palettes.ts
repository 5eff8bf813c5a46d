import type { Look } from './looks.ts';

/** One background colour and everything that may stand on it. */
export interface Field {
  readonly base: string;
  /** The neighbours a stage is drawn in, so that the object leads. */
  readonly deep: string;
  readonly pale: string;
  /** Text on the base, at least 5:1. */
  readonly text: string;
  /** Object colours, first to fourth; none of them equals the base. */
  readonly inks: readonly [string, string, string, string];
  /** Colours for the few loud spots of a stage. */
  readonly accents: readonly [string, string, string];
}

export interface Palette {
  /** Main, pale and strong. */
  readonly fields: readonly [Field, Field, Field];
  /** Light faces: paper, screens, letters. */
  readonly light: string;
  /** Dark parts: frames, legs, type. */
  readonly dark: string;
  /** The coloured line of a construction drawing, on the dark colour. */
  readonly trace: string;
}

export type FieldIndex = 0 | 1 | 2;

export const PALETTES: Readonly<Record<Look, Palette>> = {
  graphics: {
    fields: [
      {
        base: '#FFC43D',
        deep: '#FFB21F',
        pale: '#FFD56E',
        text: '#1B1B3A',
        inks: ['#E8432B', '#2447D8', '#F7A1BD', '#9DB7FF'],
        accents: ['#F7A1BD', '#E8432B', '#2447D8'],
      },
      {
        base: '#FFEFCF',
        deep: '#FBE0AE',
        pale: '#FFF7E6',
        text: '#1B1B3A',
        inks: ['#E8432B', '#2447D8', '#FFC43D', '#F7A1BD'],
        accents: ['#FFC43D', '#E8432B', '#2447D8'],
      },
      {
        base: '#EE4B2E',
        deep: '#DB3A20',
        pale: '#F7694B',
        text: '#1B1B3A',
        inks: ['#2447D8', '#FFC43D', '#F7A1BD', '#9DB7FF'],
        accents: ['#FFC43D', '#2447D8', '#F7A1BD'],
      },
    ],
    light: '#FFF8EA',
    dark: '#1B1B3A',
    trace: '#F7A1BD',
  },
  business: {
    fields: [
      {
        base: '#14543F',
        deep: '#0E4635',
        pale: '#1D664E',
        text: '#FBF2DF',
        inks: ['#F0B94F', '#7FC9A5', '#E4623C', '#CFE6D4'],
        accents: ['#7FC9A5', '#F0B94F', '#E4623C'],
      },
      {
        base: '#CFE6D4',
        deep: '#BAD9C2',
        pale: '#E1F1E3',
        text: '#0A2B22',
        inks: ['#14543F', '#E4623C', '#F0B94F', '#5FB08C'],
        accents: ['#F0B94F', '#5FB08C', '#E4623C'],
      },
      {
        base: '#E9B54C',
        deep: '#DDA336',
        pale: '#F3C76B',
        text: '#0A2B22',
        inks: ['#14543F', '#E4623C', '#7FC9A5', '#CFE6D4'],
        accents: ['#FBE3AE', '#7FC9A5', '#14543F'],
      },
    ],
    light: '#FBF2DF',
    dark: '#0A2B22',
    trace: '#F0B94F',
  },
  digital: {
    fields: [
      {
        base: '#FF6B4A',
        deep: '#F8573A',
        pale: '#FF8866',
        text: '#350C28',
        inks: ['#7B1E4E', '#FFCF5A', '#FFB7C6', '#B33A66'],
        accents: ['#FFCF5A', '#7B1E4E', '#FFB7C6'],
      },
      {
        base: '#FFD9DD',
        deep: '#FFC5CC',
        pale: '#FFE9EA',
        text: '#350C28',
        inks: ['#FF6B4A', '#7B1E4E', '#FFCF5A', '#FF9C86'],
        accents: ['#FF6B4A', '#7B1E4E', '#FFCF5A'],
      },
      {
        base: '#7B1E4E',
        deep: '#6A1641',
        pale: '#912C60',
        text: '#FFF4EA',
        inks: ['#FF6B4A', '#FFCF5A', '#FFB7C6', '#C8527F'],
        accents: ['#FF6B4A', '#FFCF5A', '#FFB7C6'],
      },
    ],
    light: '#FFF4EA',
    dark: '#350C28',
    trace: '#FFCF5A',
  },
  music: {
    fields: [
      {
        base: '#2A3190',
        deep: '#222878',
        pale: '#3A44B0',
        text: '#F6F3FF',
        inks: ['#FFB083', '#8EA2FF', '#FFDF80', '#C9D2FF'],
        accents: ['#8EA2FF', '#FFB083', '#FFDF80'],
      },
      {
        base: '#C9D2FF',
        deep: '#B4C0FB',
        pale: '#DFE5FF',
        text: '#14163F',
        inks: ['#2A3190', '#FFB083', '#FFDF80', '#6577E6'],
        accents: ['#FFB083', '#8EA2FF', '#2A3190'],
      },
      {
        base: '#FFB68C',
        deep: '#FFA573',
        pale: '#FFC9A8',
        text: '#14163F',
        inks: ['#2A3190', '#8EA2FF', '#FFDF80', '#5566DD'],
        accents: ['#8EA2FF', '#FFDF80', '#2A3190'],
      },
    ],
    light: '#F6F3FF',
    dark: '#14163F',
    trace: '#FFB083',
  },
  programming: {
    fields: [
      {
        base: '#BCE9DE',
        deep: '#A3DDD0',
        pale: '#D4F3EB',
        text: '#062F31',
        inks: ['#0E6F70', '#FF7A45', '#D6F25A', '#4FB3A5'],
        accents: ['#FF7A45', '#0E6F70', '#D6F25A'],
      },
      {
        base: '#0D5C5E',
        deep: '#0A4E50',
        pale: '#147174',
        text: '#F8FFFC',
        inks: ['#FF7A45', '#D6F25A', '#BCE9DE', '#2E9C97'],
        accents: ['#FF7A45', '#D6F25A', '#BCE9DE'],
      },
      {
        base: '#D6F25A',
        deep: '#C7E640',
        pale: '#E3F88A',
        text: '#062F31',
        inks: ['#0E6F70', '#FF7A45', '#8FDCCB', '#4FB3A5'],
        accents: ['#0E6F70', '#FF7A45', '#4FB3A5'],
      },
    ],
    light: '#F8FFFC',
    dark: '#062F31',
    trace: '#D6F25A',
  },
  video: {
    fields: [
      {
        base: '#52142F',
        deep: '#430E26',
        pale: '#6B2140',
        text: '#FFF2E8',
        inks: ['#F5475A', '#FFC94D', '#FFBBA9', '#B23A5C'],
        accents: ['#F5475A', '#FFC94D', '#FFBBA9'],
      },
      {
        base: '#F6BFB0',
        deep: '#F1AC9B',
        pale: '#FAD2C7',
        text: '#250718',
        inks: ['#F5475A', '#FFC94D', '#52142F', '#FF8C7C'],
        accents: ['#FFC94D', '#F5475A', '#FFE3C2'],
      },
      {
        base: '#F04452',
        deep: '#DE3443',
        pale: '#F6646F',
        text: '#250718',
        inks: ['#52142F', '#FFC94D', '#FFBBA9', '#9C1F3F'],
        accents: ['#FFC94D', '#52142F', '#FFBBA9'],
      },
    ],
    light: '#FFF2E8',
    dark: '#250718',
    trace: '#FFC94D',
  },
  writing: {
    fields: [
      {
        base: '#F1E6D0',
        deep: '#E7D8BB',
        pale: '#F9F2E3',
        text: '#1D2142',
        inks: ['#2C47B8', '#E77F58', '#8DAE8B', '#F0C660'],
        accents: ['#E77F58', '#2C47B8', '#8DAE8B'],
      },
      {
        base: '#B9CBE8',
        deep: '#A5BBDF',
        pale: '#CEDBF1',
        text: '#1D2142',
        inks: ['#2C47B8', '#E77F58', '#F0C660', '#8DAE8B'],
        accents: ['#E77F58', '#2C47B8', '#F0C660'],
      },
      {
        base: '#2C3E8F',
        deep: '#243378',
        pale: '#3C50A8',
        text: '#FFFDF8',
        inks: ['#E77F58', '#F0C660', '#8DAE8B', '#B9CBE8'],
        accents: ['#E77F58', '#F0C660', '#8DAE8B'],
      },
    ],
    light: '#FFFDF8',
    dark: '#1D2142',
    trace: '#F0C660',
  },
};

/** The colours an object is drawn in. */
export interface Inks {
  readonly one: string;
  readonly two: string;
  readonly three: string;
  readonly four: string;
  readonly light: string;
  readonly dark: string;
}

/** Which of the field's inks take the first, second, third and fourth place. */
export type InkOrder = readonly [number, number, number, number];

/** The object colours on one field; an order swaps them so that kin objects differ. */
export function inksOn(section: Look, field: FieldIndex, order: InkOrder = [0, 1, 2, 3]): Inks {
  const { fields, light, dark } = PALETTES[section];
  const { inks } = fields[field];
  const at = (place: number): string => inks[order[place] ?? place] ?? inks[0];
  return { one: at(0), two: at(1), three: at(2), four: at(3), light, dark };
}
