import { t } from '../app/i18n/translate.ts';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppContext, RequestInfo } from '../app/app-context.ts';
import type { UploadKind } from '../app/catalogue/protocol/limits.ts';
import { readMediaAddress, type MediaAddress } from '../app/catalogue/protocol/photo.ts';
import { serveMedia } from '../app/catalogue/server/photos/serve-media.server.ts';
import { createMediaUploads } from '../app/catalogue/server/photos/take-upload.server.ts';
import { createRequestHandler } from './request-handler.ts';
import type { Metrics } from './metrics.ts';
import { RefusedError } from '../app/platform/errors.ts';
import { refuseWhoOwes } from '../app/accounts/server/factors/requires-second-factor.ts';
import {
  findMember,
  type MemberSession,
} from '../app/accounts/server/members/find-member.server.ts';
import { may } from '../app/accounts/protocol/permissions.ts';
import { NAVIGATION_ITEMS } from '../app/accounts/protocol/navigation-items.ts';

const UPLOADS =
  /^\/team\/catalogue\/uploads\/(photo|video|logo)(?:\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/;
const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE'];
const LIMIT = { name: 'catalogue-uploads', burst: 200, perMinute: 60 };

/** Answers a request, or returns false for other requests. */
export type MediaHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Handles photos and sample videos of the catalogue: uploads of editors, who are authorized before
 * the first byte is read, and public downloads without a session or a query.
 */
export function createMediaHandler(appContext: AppContext, metrics: Metrics): MediaHandler {
  const answer = createRequestHandler(appContext, metrics);
  const takeUpload = createMediaUploads(appContext);
  const show = (address: MediaAddress, request: IncomingMessage, response: ServerResponse) =>
    serveMedia(appContext.files.store, address, request, response);

  return (request, response) => {
    const { method = '', url = '' } = request;
    if (method === 'GET' || method === 'HEAD') {
      const address = readMediaAddress(url.split('?', 1)[0] ?? '');
      if (address) {
        answer(request, response, '/photos/:id', () => show(address, request, response));
        return true;
      }
    }
    const kind = METHODS.includes(method) ? UPLOADS.exec(url)?.[1] : undefined;
    if (kind === undefined) return false;
    answer(request, response, '/team/catalogue/uploads', async (info) => {
      const { member } = await admitEditor(appContext, request.headers.cookie, info);
      if (request.method === 'POST') await appContext.limits.take(LIMIT, member.id);
      const upload = { kind: kind as UploadKind, memberId: member.id };
      await takeUpload({ ...upload, request, response });
    });
    return true;
  };
}

/**
 * Returns the session of a catalogue editor. Throws {@link RefusedError} 401 for anybody not signed
 * in and 403 without the permission.
 */
async function admitEditor(
  appContext: AppContext,
  cookies: string | undefined,
  info: RequestInfo,
): Promise<MemberSession> {
  const session = await findMember(
    appContext.db,
    appContext.auth,
    new Headers({ Cookie: cookies ?? '' }),
  );
  if (!session) throw new RefusedError(401, t('You are signed out. Please sign in again.'));
  const { member } = session;
  info.who = `member ${member.id}`;
  refuseWhoOwes(appContext, session);
  if (!may(member, NAVIGATION_ITEMS['/team/catalogue'].permission)) {
    throw new RefusedError(403, t('Your account may not do this.'));
  }
  return session;
}
