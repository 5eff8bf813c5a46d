import { findSentence } from '../../i18n/message-forms.ts';
import { msg, t } from '../../i18n/translate.ts';
import type { FoundPage } from './everyday-words.ts';

/** The titles in `content/search-words.json`. */
export const PAGE_TITLES = [
  msg('About us'),
  msg('All services'),
  msg('API'),
  msg('Contact us'),
  msg('Payment'),
  msg('Privacy policy'),
  msg('Refund policy'),
  msg('Terms of service'),
];

export function translatePage({ path, title }: FoundPage): FoundPage {
  const known = findSentence(PAGE_TITLES, title);
  return { path, title: known ? t(known) : title };
}
