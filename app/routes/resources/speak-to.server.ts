import type { RouterContextProvider } from 'react-router';
import { hostContext, requestContext } from '../../host.ts';
import { speechIn } from '../../platform/say.ts';
import { speakFromHereOn } from '../../platform/speech.server.ts';
import { languageOf } from '../../team/members/language-of.ts';
import type { Member } from '../../team/members/member.ts';
import { isLocalPath } from '../canonical-address.ts';

/** The shop's pages, as drafts would make them. */
const PREVIEWS = '/preview/';

/** From here on somebody of the team is answered in the language they read. */
export function speakTo(
  context: Readonly<RouterContextProvider>,
  request: Request,
  member: Member,
): void {
  const { pathname } = new URL(request.url);
  // A page of the shop stays in its own, whoever looks at it.
  if (pathname.startsWith(PREVIEWS) || isLocalPath(pathname)) return;
  const { settings } = context.get(hostContext);
  const language = languageOf(member, settings);
  context.get(requestContext).reader = language;
  speakFromHereOn(speechIn(language, settings.formats));
}
