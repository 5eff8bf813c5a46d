import { redirect, redirectDocument } from 'react-router';
import type { AppContext } from '../../app-context.ts';
import { languageNow } from '../../i18n/translate.ts';
import { prefixOf, putPrefix } from '../../platform/address-language.ts';
import type { Language } from '../../platform/languages.ts';
import { findClient } from '../server/sessions/find-client.server.ts';

/**
 * Leads on after signing in, in the language that the client chose before. The path is one of this shop, without a
 * language.
 */
export async function redirectSignedIn(
  appContext: AppContext,
  setCookie: string,
  next: string,
  headers: Headers,
): Promise<Response> {
  const { settings } = appContext;
  const session = await findClient(appContext, setCookie.split(';')[0] ?? '');
  const language = session?.client.language;
  if (!language || language === languageNow() || !settings.languages.offered.includes(language)) {
    return redirect(next, { headers });
  }
  return redirectInto(appContext, language, next, headers);
}

/** A page keeps its language, so another language needs a new document. */
export function redirectInto(
  { settings }: Pick<AppContext, 'settings'>,
  language: Language,
  path: string,
  headers: Headers,
): Response {
  // An absolute address, because the router would put the present language before a path.
  const target = settings.origin + putPrefix(prefixOf(settings.languages, language), path);
  return redirectDocument(target, { headers });
}
