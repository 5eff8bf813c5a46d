import { findSentence } from '../../i18n/message-forms.ts';
import { msg, t } from '../../i18n/translate.ts';

/** The topics that an installation begins with. Conversations store the English name of their topic. */
const FIRST_TOPICS = [
  msg('General Questions'),
  msg('Order Fulfillment'),
  msg('Product/Service Support'),
  msg('Sales Inquiry'),
];

/** Translates the name of a first topic. The operator's own names stay as they are. */
export function translateTopic(name: string): string {
  const known = findSentence(FIRST_TOPICS, name);
  return known ? t(known) : name;
}
