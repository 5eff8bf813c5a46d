import { t } from '../../i18n/translate.ts';
import { isOwing } from '../../accounts/server/factors/requires-second-factor.ts';
import { findMember } from '../../accounts/server/members/find-member.server.ts';
import { limitsOf } from '../../files/server/open-files.server.ts';
import { serveFile } from '../../files/server/serve/serve-file.server.ts';
import { anyone } from '../../http/guards.server.ts';
import { NO_SUCH_FILE, readFileName } from '../../http/read-file-name.ts';
import { createRouter, guard, respond, type CallerEnv } from '../../http/router.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import type { Viewer } from '../server/access.server.ts';
import { readFileFor } from '../server/files/read-files.server.ts';
import { findBrowser } from '../server/messages/visitor-browser.server.ts';

/** The limit allows a screen of pictures at once. */
const LIMIT = { name: 'open-files', burst: 600, perMinute: 600 };

/** A browser may belong to a visitor and to a signed-in member at the same time. */
const viewers = guard<CallerEnv & { Variables: { viewers: Viewer[] } }>('browser', async (c) => {
  const { appContext, info } = c.var;
  readFileName({ id: c.req.param('id') ?? '', preview: c.req.param('preview') });
  const [browserId, session] = await Promise.all([
    findBrowser(appContext, c.req.header('Cookie') ?? null),
    findMember(
      appContext.db,
      appContext.auth,
      new Headers({ Cookie: c.req.header('Cookie') ?? '' }),
    ),
  ]);
  const found: Viewer[] = [];
  if (session && !isOwing(appContext, session)) {
    info.who = `member ${session.member.id}`;
    found.push({ kind: 'member', member: session.member });
  }
  if (browserId) {
    info.who ??= `browser ${browserId}`;
    found.push({ kind: 'browser', browserId });
  }
  if (found.length === 0) throw new RefusedError(404, t(NO_SUCH_FILE));
  await appContext.limits.take(LIMIT, session?.member.id ?? browserId ?? '');
  c.set('viewers', found);
});

export const chatFiles = createRouter()
  .get('/chat/files/:id/:preview?', viewers, async (c) => {
    const { appContext } = c.var;
    const { id, preview } = readFileName(c.req.param());
    const file = await readFileFor(appContext.db, c.var.viewers, id);
    const found = file && (await serveFile(appContext.files.store, file, preview, c.req.raw));
    if (!found) throw new RefusedError(404, t(NO_SUCH_FILE));
    return found;
  })

  // The browser needs the limits to reject files before the upload.
  .get('/chat/file-limits', anyone(), (c) => respond(c, limitsOf(c.var.appContext.settings)));
