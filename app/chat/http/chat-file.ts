import type { Viewer } from '../server/access.server.ts';
import { readFileFor } from '../server/files/read-files.server.ts';
import { findBrowser } from '../server/messages/visitor-browser.server.ts';
import { serveFile } from '../../files/server/serve/serve-file.server.ts';
import { hostContext, requestContext, type Host, type RequestInfo } from '../../host.ts';
import { RefusedError } from '../../platform/errors.ts';
import { isOwing } from '../../accounts/server/factors/owes-factor.ts';
import { findMember } from '../../accounts/server/members/find-member.server.ts';
import { answer } from '../../http/answer.server.ts';
import { NO_SUCH_FILE, readFileName } from '../../http/read-file-name.ts';
import type { Route } from './+types/chat-file.ts';

/** The limit allows a screen of pictures at once. */
const LIMIT = { name: 'open-files', burst: 600, perMinute: 600 };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  return answer(async () => {
    const host = context.get(hostContext);
    const { id, preview } = readFileName(params);
    const viewers = await findViewers(host, context.get(requestContext), request);
    const file = await readFileFor(host.db, viewers, id);
    const found = file && (await serveFile(host.files.store, file, preview, request));
    if (!found) throw new RefusedError(404, NO_SUCH_FILE);
    return found;
  });
}

/** A browser may belong to a visitor and to a signed-in member at the same time. */
async function findViewers(host: Host, info: RequestInfo, { headers }: Request): Promise<Viewer[]> {
  const [browserId, session] = await Promise.all([
    findBrowser(host.db, headers.get('Cookie')),
    findMember(host.db, host.auth, headers),
  ]);
  const viewers: Viewer[] = [];
  if (session && !isOwing(host, session)) {
    info.who = `member ${session.member.id}`;
    viewers.push({ kind: 'member', member: session.member });
  }
  if (browserId) {
    info.who ??= `browser ${browserId}`;
    viewers.push({ kind: 'browser', browserId });
  }
  if (viewers.length === 0) throw new RefusedError(404, NO_SUCH_FILE);
  await host.limits.take(LIMIT, session?.member.id ?? browserId ?? '');
  return viewers;
}
