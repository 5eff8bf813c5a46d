import { say } from '../platform/say.ts';
/** The header and the pages word this sentence differently (rules 44 and 48). */
export type SearchPlace = 'header' | 'overview' | 'home';

export function noMatch(place: SearchPlace, query: string): string {
  return place === 'header'
    ? say('No services found for "{query}"', { query })
    : say('No services found matching "{query}"', { query });
}
