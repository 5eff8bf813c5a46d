import { readFileSync } from 'node:fs';
import type { Look } from './looks.ts';

/** The product serves the files of this folder. */
export const PUBLIC_FOLDER = new URL('../public/', import.meta.url);

/** The pages of the product import the lists from this folder. */
export const LISTS_FOLDER = new URL('../app/shop/pictures/', import.meta.url);

export interface Section {
  readonly id: Look;
  readonly title: string;
  readonly tagline: string;
}

/** Reads the sections with which every installation begins. */
export function readSections(): readonly Section[] {
  return readContent('sections.json') as readonly Section[];
}

/** Reads the titles of a section's initial services, in catalogue order. */
export function readServiceTitles(section: Look): readonly string[] {
  const services = readContent(`services/${section}.json`) as readonly { readonly title: string }[];
  return services.map(({ title }) => title);
}

function readContent(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`../content/${name}`, import.meta.url), 'utf8'));
}
