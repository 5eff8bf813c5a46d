import type { RouterContextProvider } from 'react-router';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  type Viewer,
} from '../../chat/access.server.ts';
import { findBrowser } from '../../chat/visitor-browser.server.ts';
import { hostContext } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';

/** The browser this request comes from; 404 when it opens no such conversation. */
export async function requireVisitor(
  context: Readonly<RouterContextProvider>,
  request: Request,
  conversationId: string,
): Promise<Viewer & { kind: 'browser' }> {
  const { db } = context.get(hostContext);
  const browserId = await findBrowser(db, request.headers.get('Cookie'));
  const viewer = browserId ? ({ kind: 'browser', browserId } as const) : undefined;
  if (viewer && (await accessToConversation(db, viewer, conversationId))) return viewer;
  throw new RefusedError(404, NO_SUCH_CONVERSATION);
}
