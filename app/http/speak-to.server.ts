import type { RouterContextProvider } from 'react-router';
import { hostContext, requestContext } from '../host.ts';
import { speechIn } from '../platform/say.ts';
import { speakFromHereOn } from '../platform/speech.server.ts';
import { languageOf } from '../accounts/protocol/language-of.ts';
import type { Member } from '../accounts/protocol/member.ts';
import { isLocalPath } from '../routing/canonical-address.ts';

const PREVIEWS = '/preview/';

/** The rest of the request uses the member's language. */
export function speakTo(
  context: Readonly<RouterContextProvider>,
  request: Request,
  member: Member,
): void {
  const { pathname } = new URL(request.url);
  // Pages of the shop keep their own language, whoever views them.
  if (pathname.startsWith(PREVIEWS) || isLocalPath(pathname)) return;
  const { settings } = context.get(hostContext);
  const language = languageOf(member, settings);
  context.get(requestContext).reader = language;
  speakFromHereOn(speechIn(language, settings.formats));
}
