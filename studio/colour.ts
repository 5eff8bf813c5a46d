import type { Inks } from './palettes.ts';

function channel(hex: string, start: number): number {
  const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Relative luminance of a '#rrggbb' colour, 0 to 1 (WCAG 2). */
export function luminance(hex: string): number {
  return 0.2126 * channel(hex, 1) + 0.7152 * channel(hex, 3) + 0.0722 * channel(hex, 5);
}

/** Contrast ratio of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [a, b] = [luminance(one) + 0.05, luminance(other) + 0.05];
  return a > b ? a / b : b / a;
}

/** The light or the dark ink, whichever stands out more on a surface. */
export function legible(surface: string, ink: Inks): string {
  return contrast(surface, ink.light) * 1.5 > contrast(surface, ink.dark) ? ink.light : ink.dark;
}
