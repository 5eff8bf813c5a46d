import type {
  ClientContext,
  ClientSession,
} from '../../app/clients/server/client-context.server.ts';
import { findClient } from '../../app/clients/server/sessions/find-client.server.ts';
import { openSession } from '../../app/clients/server/sessions/open-session.server.ts';
import { change } from '../../app/platform/change/change.server.ts';
import { openBrowser } from './database.ts';

export interface TestClient {
  readonly cookie: string;
  readonly session: ClientSession;
}

/** Signs somebody in without the emails, as another test of the sign-in does with them. */
export async function signInClient(
  appContext: ClientContext,
  email: string,
  browserId?: string,
): Promise<TestClient> {
  const { clock, db } = appContext;
  const device = {
    browserId: browserId ?? (await openBrowser(db, clock)),
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    formerHash: undefined,
  };
  const trace = { member: undefined, requestId: 'test' };
  const setCookie = await change(appContext, trace, (tx, after) =>
    openSession(tx, after, appContext, email, device, 'code'),
  );
  const cookie = setCookie.split(';')[0] ?? '';
  const session = await findClient(appContext, cookie);
  if (!session) throw new Error('The session was not found');
  return { cookie, session };
}
