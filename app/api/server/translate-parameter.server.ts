import { findSentence, msg, t } from '../../i18n/translate.ts';

/** The descriptions of all parameters. The schemas carry them as texts, because the OpenAPI document is in English. */
export const PARAMETER_DESCRIPTIONS = [
  msg('The `revision` returned by the comparison or the export'),
  msg('Shown in the publication history'),
  msg('Number of an order'),
  msg('Orders with this status'),
  msg(
    'Orders that changed at this time or later. Start a few minutes before the last change you saw, because changes still being written have an earlier time',
  ),
  msg('ID of a conversation'),
  msg('Maximum number of results'),
  msg('The same views as in the inbox; waiting conversations are also open'),
  msg('ID of a topic'),
  msg('ID of a label on the conversation or its visitor'),
  msg('ID of the assigned agent; `nobody` for the queue'),
  msg('Messages with a higher number'),
  msg('Events with a higher number: `next` from the previous response'),
  msg('No events, only the newest number: read it before the lists, to know where to start'),
  msg('A section of the catalogue'),
  msg('A group of services in a section'),
  msg('Identifies a service within its section; percent-encode it in paths'),
  msg('`nextCursor` from the previous page; all other parameters must stay the same'),
  msg('Services at this price or above, in cents'),
  msg('Services at this price or below, in cents'),
  msg('Services delivered within this many days'),
  msg('Services with this average rating or better'),
  msg(
    'Searches title, section and summary, and sorts by relevance; without it, services are in catalogue order',
  ),
  msg('ID of a review'),
];

export function translateParameter(description: string): string {
  const known = findSentence(PARAMETER_DESCRIPTIONS, description);
  return known ? t(known) : description;
}
