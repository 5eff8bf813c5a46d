import { t } from '../i18n/translate.ts';
/** The header and the pages word this sentence differently (rules 44 and 48). */
export type SearchPlace = 'header' | 'overview' | 'home';

export function noMatch(place: SearchPlace, query: string): string {
  return place === 'header'
    ? t('No services found for "{query}"', { query })
    : t('No services found matching "{query}"', { query });
}
