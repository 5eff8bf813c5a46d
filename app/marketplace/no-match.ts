import { say } from '../platform/say.ts';
/** The two places to search differ only in this sentence (SPEC §2, DECISIONS 5). */
export type SearchPlace = 'header' | 'overview';

export function noMatch(place: SearchPlace, query: string): string {
  return place === 'header'
    ? say('No services found for "{query}"', { query })
    : say('No services found matching "{query}"', { query });
}
