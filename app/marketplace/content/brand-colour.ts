import { say } from '../../platform/say.ts';
import { contrast, mix } from '../../platform/contrast.ts';

/** What text needs on its ground (WCAG 2.2 AA, 1.4.3). */
const ENOUGH = 4.5;
const WHITE = '#ffffff';
const BLACK = '#000000';
/** The grounds of `app.css` that links and buttons stand on. */
const BY_DAY = { page: '#faf9f5', card: WHITE, sunken: '#f1efe8' } as const;
const BY_NIGHT = { page: '#0c1020', card: '#151a2e', sunken: '#090c18' } as const;
/** So much of the colour is in the ground of what is chosen. */
const TINT = { day: 0.1, night: 0.22 } as const;
/** The steps in which a colour is darkened or lightened until it can be read. */
const STEPS = Array.from({ length: 51 }, (_, index) => index / 50);

interface Theme {
  readonly primary: string;
  readonly hover: string;
  readonly onPrimary: string;
  readonly soft: string;
  readonly softInk: string;
}

/** What a brand colour becomes by day, where it is itself, and by night, where it is as light as it has to be. */
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
 * Why a colour cannot be taken, with the nearest darker one that can; undefined where it can. By night it
 * is lightened until it can be read, so that day decides.
 */
export function whyUnreadable(colour: string): string | undefined {
  const places = [
    [say('White text on a button'), WHITE],
    [say('A link on the page'), BY_DAY.page],
    [say('A link on a sunken ground'), BY_DAY.sunken],
  ] as const;
  const [place, ground] = places.find(([, on]) => contrast(colour, on) < ENOUGH) ?? [];
  if (place === undefined || ground === undefined) return undefined;
  const nearest = readable(colour, BLACK, [WHITE, ...Object.values(BY_DAY)]);
  // Cut, not rounded: 4.49 is not enough.
  const ratio = (Math.floor(contrast(colour, ground) * 10) / 10).toFixed(1);
  return say(
    '{place} would have a contrast of {ratio} to 1; it needs {enough} to be read. {nearest} is the nearest that has it.',
    { place, ratio, enough: ENOUGH, nearest },
  );
}

/** The rules that give a page its colour; they come after those of `app.css`. */
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

/** A colour as it is, or as little darker or lighter as can be read on all of these. */
function readable(colour: string, towards: string, grounds: readonly string[]): string {
  const share = STEPS.find((step) => {
    const tried = mix(colour, towards, step);
    return grounds.every((ground) => contrast(tried, ground) >= ENOUGH);
  });
  return mix(colour, towards, share ?? 1);
}
