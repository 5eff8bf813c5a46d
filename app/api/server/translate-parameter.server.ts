import { findSentence } from '../../i18n/message-forms.ts';
import { msg, t } from '../../i18n/translate.ts';

/** The descriptions of all parameters. The schemas carry them as texts, because the OpenAPI document is in English. */
export const PARAMETER_DESCRIPTIONS = [
  msg('The `revision` that compare, or the export, answered'),
  msg('Stands in the history of publications'),
  msg('Of an order'),
  msg('Orders in this state'),
  msg(
    'Orders that changed at this moment or later. Ask from a few minutes before what you saw last: what is being written now has an earlier time',
  ),
  msg('Of a conversation'),
  msg('How many at most'),
  msg('As in the list of the desk; a waiting one is open as well'),
  msg('The id of a topic'),
  msg('A label on the conversation or on its visitor'),
  msg('The id of who has it; `nobody` for the queue'),
  msg('Messages with a higher number'),
  msg('Events with a higher number: `next` of the answer before'),
  msg('No events, only the newest number: where to begin before the lists are read'),
  msg('A section of the catalogue'),
  msg('A group of services in a section'),
  msg('Names a service within its section; percent-encode it in a path'),
  msg('`nextCursor` of the page before; the other parameters must stay the same'),
  msg('Services at this price or above, in cents'),
  msg('Services at this price or below, in cents'),
  msg('Services delivered within so many days'),
  msg('Services rated so well on average, or better'),
  msg(
    'Looks for the text in title, section and summary, and orders by how well it fits; otherwise the order is the catalogue’s',
  ),
  msg('Of a review'),
];

export function translateParameter(description: string): string {
  const known = findSentence(PARAMETER_DESCRIPTIONS, description);
  return known ? t(known) : description;
}
