export type Rgb = readonly [red: number, green: number, blue: number];

export const HEX_COLOUR = /^#[\da-f]{6}$/;

export function readHex(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
}

export function toHex(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

/** `share` is the part of the second colour, from 0 to 1. */
export function mix(one: string, other: string, share: number): string {
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
