import { t, type Sentence } from '../../i18n/translate.ts';

/**
 * The schemas carry the descriptions of parameters as the English texts of their messages, because the OpenAPI document is
 * in English. A test checks that each is a message.
 */
export function translateParameter(description: string): string {
  return t(description as unknown as Sentence);
}
