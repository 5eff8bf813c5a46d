import { drawBoat } from './boat.ts';
import type { Look } from './looks.ts';
import { seededRandom } from './random.ts';
import { COMPOSITIONS, SEAS } from './regatta-compositions.ts';
import type { Composition, CompositionName, Sea, Theme } from './regatta-compositions.ts';
import { d, round } from './shapes.ts';

/** The colours of the mark: two sails and a hull. */
export interface MarkColours {
  readonly sail: string;
  readonly jib: string;
  readonly hull: string;
}

export const MARK_COLOURS: Readonly<Record<Theme, MarkColours>> = {
  light: { sail: '#2540E0', jib: '#FFC43D', hull: '#12172B' },
  dark: { sail: '#93A4FF', jib: '#FFC43D', hull: '#F4F2EB' },
};

const MAIN_SAIL = 'M17 2.5C24 8 28.5 14.5 29.5 21H17Z';
const JIB = 'M14.5 7C9 11 5.5 16 4 21H14.5Z';
const HULL = 'M2.5 24H30C28 28.2 24.5 30 20.5 30H11C7 30 4 27.8 2.5 24Z';

function markShapes({ sail, jib, hull }: MarkColours): string {
  return `<path d="${MAIN_SAIL}" fill="${sail}"/><path d="${JIB}" fill="${jib}"/><path d="${HULL}" fill="${hull}"/>`;
}

/** The brand mark, 32 by 32. Colours may be CSS variables: `var(--primary)`. */
export function drawMark(colours: MarkColours): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">${markShapes(colours)}</svg>`;
}

function wave(
  width: number,
  bottom: number,
  y: number,
  swell: number,
  length: number,
  shift: number,
): string {
  let data = `M${shift - length} ${y}`;
  for (let x = shift - length; x < width + length; x += length) {
    data += d`q${length / 4} ${-swell} ${length / 2} 0t${length / 2} 0`;
  }
  return `${data}V${bottom}H${-length}Z`;
}

function glints(
  seed: string,
  count: number,
  colour: string,
  opacity: number,
  box: readonly [x: number, y: number, w: number, h: number],
  longest: number,
): string {
  const random = seededRandom(seed);
  const [left, top, width, height] = box;
  let data = '';
  for (let index = 0; index < count; index += 1) {
    data += d`M${left + random() * width} ${top + random() * height}h${longest * (0.28 + random() * 0.72)}`;
  }
  return `<path d="${data}" stroke="${colour}" stroke-width="4" stroke-linecap="round" opacity="${opacity}"/>`;
}

/** Night and its moon; stars keep clear of the text and of the water. */
function nightSky({ width, horizon, sun }: Composition): string {
  const random = seededRandom(`stars-${width}`);
  let stars = '';
  for (let index = 0; index < 46; index += 1) {
    const x = round(random() * width);
    const y = round(random() * (horizon - 20));
    stars += `<circle cx="${x}" cy="${y}" r="${round(0.7 + random() * 1.5)}" opacity="${round(0.35 + random() * 0.6)}"/>`;
  }
  const r = sun.radius * 0.5;
  const x = sun.x;
  const y = Math.max(r * 1.6, horizon - sun.radius * 1.15);
  return (
    `<g fill="#fff">${stars}</g><circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 1.5)}" fill="#161E47"/>` +
    `<path d="${moonPath(x, y, r)}" fill="#FFE3A0"/>`
  );
}

function moonPath(x: number, y: number, r: number): string {
  return d`M${x + r * 0.35} ${y - r * 0.94}A${r} ${r} 0 1 0 ${x + r * 0.94} ${y + r * 0.35}A${r * 0.82} ${r * 0.82} 0 1 1 ${x + r * 0.35} ${y - r * 0.94}Z`;
}

function daySky({ sun, clouds }: Composition, sea: Sea): string {
  const pills = clouds
    .map(
      ([x, y, w, h]) =>
        `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${h / 2}" fill="${sea.cloud}"/>`,
    )
    .join('');
  return (
    `${pills}<circle cx="${sun.x}" cy="${sun.y}" r="${round(sun.radius * 1.28)}" fill="${sea.halo}"/>` +
    `<circle cx="${sun.x}" cy="${sun.y}" r="${sun.radius}" fill="${sea.light}"/>`
  );
}

export interface RegattaOptions {
  /** Prefix of every id in the drawing; unique on the page. */
  readonly id: string;
  readonly composition: CompositionName;
  readonly theme: Theme;
  /** False where the page draws moon and stars itself, higher up (see `drawNightSky`). */
  readonly sky?: boolean;
  /** False where the page puts them there itself, as ways into the catalogue. */
  readonly boats?: boolean;
}

/** The fleet under way. The sky behind it is left to the page. */
export function drawRegatta(options: RegattaOptions): string {
  const { id, composition: name, theme, sky = true } = options;
  const composition = COMPOSITIONS[name];
  const { width, height, horizon, sun } = composition;
  const boats = options.boats === false ? [] : composition.boats;
  const sea = SEAS[theme];
  const night = theme === 'dark';
  const bottom = height + 10;
  const depth = (height - horizon) / 204;
  const lines = [horizon + 30 * depth, horizon + 92 * depth, horizon + 168 * depth] as const;
  const glitter: readonly [number, number, number, number] = [
    sun.x - sun.radius,
    horizon + 8,
    sun.radius * 1.6,
    26,
  ];
  const water = (index: 0 | 1 | 2 | 3, swell: number, length: number, shift: number, y: number) =>
    `<path d="${wave(width, bottom, round(y), swell, length, shift)}" fill="${sea.waters[index]}"/>`;
  const ships = boats.map((boat, index) => ({ y: boat.y, svg: drawBoat(boat, index, id, night) }));
  const between = (from: number, to: number): string =>
    ships
      .filter(({ y }) => y >= from && y < to)
      .map(({ svg }) => svg)
      .join('');
  const unit = Math.min(1, width / 900);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMax slice" aria-hidden="true">` +
    (night ? (sky ? nightSky(composition) : '') : daySky(composition, sea)) +
    `<rect y="${horizon}" width="${width}" height="${height - horizon}" fill="${sea.waters[0]}"/>` +
    glints(`${name}-glitter`, 9, sea.light, 0.8, glitter, 70 * unit) +
    between(0, lines[0] - 8) +
    water(1, 7 * unit, 120 * unit, 0, lines[0]) +
    glints(`${name}-near`, 10, sea.glint, 0.35, [0, lines[0] + 16, width, 36 * depth], 90 * unit) +
    between(lines[0] - 8, lines[1] - 10) +
    water(2, 9 * unit, 160 * unit, 40, lines[1]) +
    glints(`${name}-far`, 12, sea.glint, 0.35, [0, lines[1] + 18, width, 40 * depth], 90 * unit) +
    between(lines[1] - 10, bottom) +
    water(3, 10 * unit, 200 * unit, 90, lines[2]) +
    '</svg>'
  );
}

/** How high a boat is drawn that stands for its section, in a picture of its own. */
const SECTION_BOAT = 260;

/** One boat as the desktop's fleet has it, under sail to the right and as wide as it is. */
export function drawSectionBoat(look: Look): string {
  const found = COMPOSITIONS.desktop.boats.find(({ section }) => section === look);
  const { cut } = found ?? {};
  const boat = { section: look, x: 0, y: 0, height: SECTION_BOAT, ...(cut && { cut }) };
  const w = SECTION_BOAT * 0.62;
  const box = d`${-w * 0.9} ${-SECTION_BOAT - 14} ${w * 2.04} ${SECTION_BOAT * 1.09 + 16}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" aria-hidden="true">${drawBoat(boat, 0, 'b', false)}</svg>`;
}

export interface NightSkyOptions {
  readonly width: number;
  readonly height: number;
  readonly moon: { readonly x: number; readonly y: number; readonly radius: number };
  /** Where no star may stand, because words do: x, y, width, height. */
  readonly clear?: readonly (readonly [x: number, y: number, width: number, height: number])[];
}

/** On phones the words leave no room for a moon, so that it is in the picture of the sea. */
const WIDE_NIGHT_SKY: NightSkyOptions = {
  width: 1416,
  height: 640,
  moon: { x: 1220, y: 230, radius: 84 },
  clear: [
    [0, 0, 1416, 84],
    [0, 110, 1010, 320],
  ],
};

/** Moon and stars for the height of a hero, to lie behind its text. */
export function drawNightSky(options: NightSkyOptions = WIDE_NIGHT_SKY): string {
  const { width, height, moon, clear = [] } = options;
  const random = seededRandom(`night-${width}-${height}`);
  let stars = '';
  for (let index = 0; index < 90; index += 1) {
    const x = round(random() * width);
    const y = round(random() * height);
    const radius = round(0.7 + random() * 1.5);
    const opacity = round(0.35 + random() * 0.6);
    const hidden = clear.some(
      ([left, top, w, h]) => x >= left && x <= left + w && y >= top && y <= top + h,
    );
    if (!hidden) stars += `<circle cx="${x}" cy="${y}" r="${radius}" opacity="${opacity}"/>`;
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="xMidYMin slice" aria-hidden="true">` +
    `<g fill="#fff">${stars}</g><circle cx="${moon.x}" cy="${moon.y}" r="${round(moon.radius * 1.5)}" fill="#161E47"/>` +
    `<path d="${moonPath(moon.x, moon.y, moon.radius)}" fill="#FFE3A0"/></svg>`
  );
}
