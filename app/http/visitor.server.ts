import type { RouterContextProvider } from 'react-router';
import {
  accessToConversation,
  NO_SUCH_CONVERSATION,
  type Viewer,
} from '../chat/server/access.server.ts';
import { findBrowser, visitorCookies } from '../chat/server/messages/visitor-browser.server.ts';
import { hostContext, requestContext } from '../host.ts';
import { RefusedError } from '../platform/errors.ts';

export type VisitorViewer = Viewer & { kind: 'browser' };

/** Throws a 404 for a browser that has never chatted. */
export async function requireBrowser(
  context: Readonly<RouterContextProvider>,
  request: Request,
): Promise<VisitorViewer> {
  const { db } = context.get(hostContext);
  const browserId = await findBrowser(db, visitorCookies(request.headers));
  if (!browserId) throw new RefusedError(404, NO_SUCH_CONVERSATION);
  context.get(requestContext).who = `browser ${browserId}`;
  return { kind: 'browser', browserId };
}

/** Throws a 404 for a browser without access to the conversation. */
export async function requireVisitor(
  context: Readonly<RouterContextProvider>,
  request: Request,
  conversationId: string,
): Promise<VisitorViewer> {
  const viewer = await requireBrowser(context, request);
  const { db } = context.get(hostContext);
  if (await accessToConversation(db, viewer, conversationId)) return viewer;
  throw new RefusedError(404, NO_SUCH_CONVERSATION);
}
