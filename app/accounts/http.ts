import * as v from 'valibot';
import { anyone, requireSession } from '../http/guards.server.ts';
import { addListExport } from '../http/list-export.server.ts';
import { findSessionOf } from '../http/member.server.ts';
import { createRouter, form, json, limit, respond } from '../http/router.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { addressBlock } from '../platform/rate-limit.ts';
import { JOB_LIST } from '../platform/change/job-list.ts';
import { exportJobs } from '../platform/change/jobs.server.ts';
import { AUDIT_LIST } from './protocol/audit-list.ts';
import { NAVIGATION_ITEMS } from './protocol/navigation-items.ts';
import { exportAudit, recordListExport } from './server/audit/audit.server.ts';
import { AFTERWARDS, localPath } from './protocol/local-path.ts';
import { askForPasskey, offerPasskey } from './server/factors/passkeys.server.ts';
import { beginSignIn } from './server/openid/flows.server.ts';
import { logProviderError } from './server/openid/provider.server.ts';
import { endOwnSession } from './server/sessions/sessions.server.ts';
import { signOut } from './server/sessions/sign-in.server.ts';

/** Every challenge is stored as a row until it is used or five minutes old. */
const PASSKEY_LIMIT = { name: 'passkey-options', burst: 20, perMinute: 10 };
/** Every sign-in stores a row until it is completed or ten minutes old. */
const OPENID_LIMIT = { name: 'openid-start', burst: 20, perMinute: 10 };

const PasskeyBody = v.object({ purpose: v.picklist(['add', 'prove']) });

export const accounts = createRouter()
  // The browser creates a passkey with these options, or asks for one.
  .post('/login/passkey', anyone(), limit(PASSKEY_LIMIT), json(PasskeyBody), async (c) => {
    const { appContext } = c.var;
    const { purpose } = c.req.valid('json');
    if (purpose === 'prove') return respond(c, await askForPasskey(appContext));
    return respond(c, await offerPasskey(appContext, await requireSession(c)));
  })

  // The route is a link, because the content security policy forbids forms to lead to other sites, even by
  // redirect. A sign-in that a foreign page starts can only end in the person's own account.
  .get('/login/openid', anyone(), async (c) => {
    const { appContext, info } = c.var;
    if (!appContext.settings.openId) return c.text('Not found', 404);
    const next = localPath(c.req.query('next') ?? null, AFTERWARDS);
    try {
      await appContext.limits.take(OPENID_LIMIT, addressBlock(info.address));
      const sending = { cookies: c.req.header('Cookie') ?? null, next };
      const { address, cookie } = await beginSignIn(appContext, sending);
      c.header('Set-Cookie', cookie);
      return c.redirect(address);
    } catch (error) {
      if (!(error instanceof RefusedError)) throw error;
      logProviderError(appContext.log, error);
      const notice = error.status === 429 ? 'too-often' : 'provider-away';
      return c.redirect(`/login?notice=${notice}&next=${encodeURIComponent(next)}`);
    }
  })

  .get('/sign-out', anyone(), (c) => c.redirect('/login'))
  // Signing out also closes the sockets of the session.
  .post('/sign-out', anyone('text'), form(v.object({})), async (c) => {
    const { appContext, info } = c.var;
    const session = await findSessionOf(appContext, info, c.req.raw);
    if (session) {
      const { member, sessionId } = session;
      await endOwnSession(appContext, { member, requestId: info.id }, member, sessionId);
    }
    const headers = await signOut(appContext.auth, c.req.raw.headers);
    headers.set('Location', '/login');
    return new Response(null, { status: 302, headers });
  });

addListExport(
  accounts,
  AUDIT_LIST,
  NAVIGATION_ITEMS['/team/audit'].permission,
  ({ appContext, trace, state }) => exportAudit(appContext, trace, state),
);
addListExport(
  accounts,
  JOB_LIST,
  NAVIGATION_ITEMS['/team/outbox'].permission,
  async ({ appContext, trace, state }) => {
    const { body, rows } = await exportJobs(appContext.db, appContext.clock, state);
    await recordListExport(appContext, trace, JOB_LIST, rows);
    return body;
  },
);
