import type { Boat } from './boat.ts';

export type Theme = 'light' | 'dark';

/** The colours of sky and water. */
export interface Sea {
  readonly cloud: string;
  readonly light: string;
  readonly halo: string;
  readonly waters: readonly [string, string, string, string];
  readonly glint: string;
}

export const SEAS: Readonly<Record<Theme, Sea>> = {
  light: {
    cloud: '#EAF0FF',
    light: '#FFC43D',
    halo: '#FFE3A6',
    waters: ['#4C69F2', '#2F4BE4', '#2540E0', '#1B31BE'],
    glint: '#AFC0FF',
  },
  dark: {
    cloud: '#141B40',
    light: '#FFE9B8',
    halo: '#2A3366',
    waters: ['#26349A', '#1C2780', '#141C61', '#0F164C'],
    glint: '#93A4FF',
  },
};

/** Where everything lies in one picture of the fleet. */
export interface Composition {
  readonly width: number;
  readonly height: number;
  readonly horizon: number;
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number };
  readonly boats: readonly Boat[];
  readonly clouds: readonly (readonly [x: number, y: number, width: number, height: number])[];
}

export type CompositionName = 'desktop' | 'phone' | 'login';

export const COMPOSITIONS: Readonly<Record<CompositionName, Composition>> = {
  desktop: {
    width: 1416,
    height: 452,
    horizon: 248,
    sun: { x: 1040, y: 248, radius: 150 },
    clouds: [
      [60, 152, 260, 34],
      [150, 124, 150, 34],
      [590, 178, 240, 30],
      [520, 202, 180, 30],
      [1196, 98, 260, 34],
      [1096, 126, 240, 34],
    ],
    boats: [
      { section: 'writing', x: 120, y: 288, height: 168, cut: { variant: 2 } },
      {
        section: 'graphics',
        x: 560,
        y: 284,
        height: 150,
        port: true,
        cut: { seed: 'sail-graphics-c', scale: 0.8 },
      },
      {
        section: 'music',
        x: 985,
        y: 288,
        height: 160,
        port: true,
        cut: { variant: 2, seed: 'sail-music-4' },
      },
      { section: 'programming', x: 1130, y: 318, height: 206, cut: { scale: 0.7 } },
      {
        section: 'business',
        x: 322,
        y: 333,
        height: 236,
        cut: { seed: 'sail-business-e', scale: 0.86 },
      },
      { section: 'digital', x: 770, y: 338, height: 262, cut: { scale: 0.8, x: -40, y: 20 } },
      {
        section: 'video',
        x: 1318,
        y: 344,
        height: 270,
        port: true,
        cut: { variant: 0, scale: 0.8, x: -60, y: 12 },
      },
    ],
  },
  phone: {
    width: 390,
    height: 300,
    horizon: 150,
    sun: { x: 290, y: 150, radius: 84 },
    clouds: [
      [16, 60, 84, 24],
      [44, 40, 60, 24],
      [150, 84, 76, 20],
      [320, 24, 90, 22],
      [296, 42, 76, 22],
    ],
    boats: [
      {
        section: 'business',
        x: 262,
        y: 176,
        height: 84,
        port: true,
        cut: { seed: 'sail-business-e', scale: 0.86 },
      },
      { section: 'writing', x: 58, y: 178, height: 96, cut: { variant: 2 } },
      { section: 'programming', x: 326, y: 194, height: 122, port: true, cut: { scale: 0.7 } },
      { section: 'digital', x: 164, y: 236, height: 170, cut: { scale: 0.8, x: -26, y: 12 } },
    ],
  },
  login: {
    width: 736,
    height: 876,
    horizon: 612,
    sun: { x: 474, y: 588, radius: 186 },
    clouds: [
      [30, 512, 90, 36],
      [50, 476, 120, 36],
      [640, 456, 140, 36],
      [610, 492, 110, 36],
    ],
    boats: [
      {
        section: 'music',
        x: 704,
        y: 622,
        height: 116,
        port: true,
        cut: { variant: 2, seed: 'sail-music-4' },
      },
      { section: 'writing', x: 112, y: 658, height: 216, cut: { variant: 2 } },
      { section: 'programming', x: 592, y: 694, height: 262, port: true, cut: { scale: 0.7 } },
      { section: 'digital', x: 326, y: 746, height: 400, cut: { scale: 0.8, x: -40, y: 40 } },
    ],
  },
};
