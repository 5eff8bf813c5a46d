import { t } from '../../../i18n/translate.ts';
import { FIRST_LOOK, type MailLook } from '../../../platform/email/write-mail.server.ts';
import { logoPath } from '../../protocol/photo.ts';
import type { Content } from '../../protocol/content.ts';

type Rgb = readonly [red: number, green: number, blue: number];

export const HEX_COLOUR = /^#[\da-f]{6}$/;

/** WCAG 2.2 AA, 1.4.3, requires this contrast of text. */
const ENOUGH = 4.5;
const WHITE = '#ffffff';
const BLACK = '#000000';
/** Links and buttons appear on these backgrounds of `app.css`. */
const BY_DAY = { page: '#faf9f5', card: WHITE, sunken: '#f1efe8' } as const;
const BY_NIGHT = { page: '#0c1020', card: '#151a2e', sunken: '#090c18' } as const;
/** Selected items have this share of the brand colour in their background. */
const TINT = { day: 0.1, night: 0.22 } as const;
const STEPS = Array.from({ length: 51 }, (_, index) => index / 50);

interface Theme {
  readonly primary: string;
  readonly hover: string;
  readonly onPrimary: string;
  readonly soft: string;
  readonly softInk: string;
}

/** The light theme uses the brand colour unchanged. The dark theme lightens the colour until it is readable. */
export interface BrandColours {
  readonly day: Theme;
  readonly night: Theme;
}

export function brandColours(colour: string): BrandColours {
  const softByDay = mix(WHITE, colour, TINT.day);
  const softByNight = mix(BY_NIGHT.card, colour, TINT.night);
  const night = readable(colour, WHITE, [...Object.values(BY_NIGHT), softByNight]);
  return {
    day: {
      primary: colour,
      hover: mix(colour, BLACK, 0.22),
      onPrimary: WHITE,
      soft: softByDay,
      softInk: readable(colour, BLACK, [softByDay]),
    },
    night: {
      primary: night,
      hover: mix(night, WHITE, 0.3),
      onPrimary: BY_NIGHT.page,
      soft: softByNight,
      softInk: readable(night, WHITE, [softByNight]),
    },
  };
}

/**
 * Explains why a colour is rejected and names the nearest darker colour that passes. Returns undefined for a good
 * colour. Only the light theme decides, because the dark theme lightens the colour as needed.
 */
export function whyUnreadable(colour: string): string | undefined {
  const places = [
    [t('White text on a button'), WHITE],
    [t('A link on the page'), BY_DAY.page],
    [t('A link on a shaded background'), BY_DAY.sunken],
  ] as const;
  const [place, ground] = places.find(([, on]) => contrast(colour, on) < ENOUGH) ?? [];
  if (place === undefined || ground === undefined) return undefined;
  const nearest = readable(colour, BLACK, [WHITE, ...Object.values(BY_DAY)]);
  // Cut, not rounded: a contrast of 4.49 must not be shown as 4.5.
  const ratio = (Math.floor(contrast(colour, ground) * 10) / 10).toFixed(1);
  return t(
    '{place} would have a contrast of {ratio}:1, but it needs at least {enough}:1 to be readable. The closest colour that meets this is {nearest}.',
    { place, ratio, enough: ENOUGH, nearest },
  );
}

/** These CSS rules must come after `app.css` to override its colours. */
export function brandStyle(colour: string): string {
  const { day, night } = brandColours(colour);
  const both = (name: keyof Theme) => `light-dark(${day[name]}, ${night[name]})`;
  return `:root:root {
  --brand: ${colour};
  --primary: ${both('primary')};
  --primary-hover: ${both('hover')};
  --on-primary: ${both('onPrimary')};
  --soft: ${both('soft')};
  --soft-ink: ${both('softInk')};
}
`;
}

/** Returns the colour, mixed with as little of `towards` as makes the colour readable on all `grounds`. */
function readable(colour: string, towards: string, grounds: readonly string[]): string {
  const share = STEPS.find((step) => {
    const tried = mix(colour, towards, step);
    return grounds.every((ground) => contrast(tried, ground) >= ENOUGH);
  });
  return mix(colour, towards, share ?? 1);
}

function readHex(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` is the part of the second colour, from 0 to 1. */
function mix(one: string, other: string, share: number): string {
  const [a, b] = [readHex(one), readHex(other)];
  const at = (index: 0 | 1 | 2) => a[index] + (b[index] - a[index]) * share;
  return toHex([at(0), at(1), at(2)]);
}

/** The contrast ratio of WCAG 2.2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = readHex(hex);
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

export function mailLookOf(words: Content, origin: string): MailLook {
  const colour = words.brandColour();
  const logo = words.logo();
  const address = (picture: { readonly id: string }) =>
    new URL(logoPath(picture, 'logo.png'), origin).href;
  return {
    ...(colour === '' ? FIRST_LOOK : brandColours(colour)),
    site: origin,
    ...(logo && {
      logo: {
        src: address(logo),
        ...(logo.dark && { dark: address(logo.dark) }),
        isNamed: logo.isNamed === true,
      },
    }),
  };
}
