import { readFileSync } from 'node:fs';
import { slugOf, type ServiceRecord } from '../../app/shop/service.ts';

/** A service as all sides hold it. */
export interface PeerService {
  readonly section: string;
  readonly area: string;
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  /** In the smallest unit of the currency. */
  readonly amount: number;
  readonly currency: string;
  readonly unit: string;
}

interface SectionFile {
  readonly id: string;
  readonly title: string;
}

const content = new URL('../../content/', import.meta.url);

export const SECTIONS = read('sections.json') as readonly SectionFile[];

/** The 125 services with which every installation of Embarka begins. */
export const SERVICES: readonly PeerService[] = SECTIONS.flatMap(({ id }) =>
  (read(`services/${id}.json`) as readonly ServiceRecord[]).map(
    ({ price, title, area, summary, description }) => ({
      section: id,
      area,
      slug: slugOf(title),
      title,
      summary,
      description,
      amount: price.amount,
      currency: price.currency,
      unit: price.unit,
    }),
  ),
);

/** The service whose page is measured. */
export const EXAMPLE = SERVICES.find(({ slug }) => slug === 'book-design')!;

const FREQUENT = ['logo', 'book', 'video', 'editing', 'web', 'social', 'design', 'seo'];

/**
 * Two to eight words that follow each other in a title or a summary, so that every side finds something, also
 * one that searches for the exact text.
 */
const PHRASES: readonly string[] = spread(
  SERVICES.flatMap(({ title, summary }) => [title, summary].flatMap(phrasesOf)),
);

/** One of eight words that visitors type often. */
export function frequentText(n: number): string {
  return FREQUENT[n % FREQUENT.length]!;
}

/**
 * A text that was not searched before. The phrases are more than the search of Embarka remembers, and their
 * capital letters differ each time they come again, so that no response is in a cache.
 */
export function rareText(n: number): string {
  let bits = Math.floor(n / PHRASES.length);
  return PHRASES[n % PHRASES.length]!.replaceAll(/[a-z]/g, (letter) => {
    const isCapital = bits % 2 === 1;
    bits = Math.floor(bits / 2);
    return isCapital ? letter.toUpperCase() : letter;
  });
}

function phrasesOf(text: string): string[] {
  const words = text.toLowerCase().replace(/[.]$/, '').split(' ');
  return words.flatMap((_, from) =>
    [2, 3, 4, 5, 6, 7, 8]
      .map((length) => words.slice(from, from + length))
      .filter((phrase) => phrase.every((word) => /^[a-z’-]+$/.test(word)))
      .filter((phrase) => phrase.some((word) => word.length > 3))
      .map((phrase) => phrase.join(' ')),
  );
}

/** Neighbours come from different services. */
function spread(texts: readonly string[]): string[] {
  const distinct = [...new Set(texts)];
  const step = 997;
  return distinct.map((_, index) => distinct[(index * step) % distinct.length]!);
}

function read(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, content), 'utf8'));
}
