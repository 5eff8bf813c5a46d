import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Host } from '../app/host.ts';
import type { UploadKind } from '../app/catalogue/protocol/media-limits.ts';
import { readMediaAddress, type MediaAddress } from '../app/catalogue/protocol/photo.ts';
import { serveMedia } from '../app/catalogue/server/photos/serve-media.server.ts';
import { createMediaUploads } from '../app/catalogue/server/photos/take-upload.server.ts';
import { admitEditor } from './admit-editor.ts';
import { createDoor } from './door.ts';
import type { Metrics } from './metrics.ts';

const UPLOADS =
  /^\/team\/catalogue\/uploads\/(photo|video|logo)(?:\/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/;
const METHODS = ['POST', 'HEAD', 'PATCH', 'DELETE'];
const LIMIT = { name: 'catalogue-uploads', burst: 200, perMinute: 60 };

/** Answers a request, or returns false for other requests. */
export type MediaDoor = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Handles photos and sample videos of the catalogue: uploads of editors, who are authorized before
 * the first byte is read, and public downloads without a session or a query.
 */
export function createMediaDoor(host: Host, metrics: Metrics): MediaDoor {
  const answer = createDoor(host, metrics);
  const takeUpload = createMediaUploads(host);
  const show = (address: MediaAddress, request: IncomingMessage, response: ServerResponse) =>
    serveMedia(host.files.store, address, request, response);

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
      const { member } = await admitEditor(host, request.headers.cookie, info);
      if (request.method === 'POST') await host.limits.take(LIMIT, member.id);
      const upload = { kind: kind as UploadKind, memberId: member.id };
      await takeUpload({ ...upload, request, response });
    });
    return true;
  };
}
