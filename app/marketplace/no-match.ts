import { say } from '../platform/say.ts';
/** The header and the pages word this sentence differently (SPEC §2, DECISIONS 5). */
export type SearchPlace = 'header' | 'overview' | 'home';

export function noMatch(place: SearchPlace, query: string): string {
  return place === 'header'
    ? say('No services found for "{query}"', { query })
    : say('No services found matching "{query}"', { query });
}
