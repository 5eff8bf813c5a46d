import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@tus/server';
import * as v from 'valibot';
import { change } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { uuid } from '../../../platform/fields.ts';
import { answerUploadError } from '../../../platform/files/answer-upload.server.ts';
import { refuseWithoutRoom } from '../../../platform/files/refuse-without-room.server.ts';
import {
  takeUploadQuota,
  type QuotaSettings,
} from '../../../platform/files/upload-quota.server.ts';
import { toLine } from '../../../platform/shown-text.ts';
import type { CatalogueMediaHost } from './media-host.ts';
import { refuseSize, type UploadKind } from '../../protocol/media-limits.ts';

export interface MediaUpload {
  readonly kind: UploadKind;
  readonly memberId: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

const metadata = v.object({ id: uuid, name: v.string() });

export const uploadName = (kind: UploadKind, id: string) => `${kind}-${id}`;

export function toMediaName(name: string): string {
  return toLine(name.replaceAll('\\', '/').split('/').at(-1) ?? '', 100) || 'file';
}

/**
 * Accepts catalogue files by the tus protocol, in chunks that suit slow connections. The caller must check
 * permissions. `keep-upload.server.ts` processes the finished file.
 */
export function createMediaUploads(
  host: CatalogueMediaHost & { readonly settings: QuotaSettings },
) {
  const scopes = new AsyncLocalStorage<Pick<MediaUpload, 'kind' | 'memberId'>>();
  const scope = () => {
    const current = scopes.getStore();
    if (!current) throw new Error('An upload without who uploads');
    return current;
  };
  const kindOf = () => scope().kind;
  const server = new Server({
    path: '/team/catalogue/uploads',
    datastore: host.files.uploads.dataStore,
    allowedOrigins: [],
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id.slice(-UUID_LENGTH)}`,
    getFileIdFromRequest: (_request, last) =>
      last === undefined ? undefined : uploadName(kindOf(), last),
    namingFunction: (_request, given) => uploadName(kindOf(), readMetadata(given).id),
    async onUploadCreate(_request, { size = 0, metadata: given }) {
      const fault = refuseSize(kindOf(), toMediaName(readMetadata(given).name), size);
      if (fault) throw new RefusedError(size === 0 ? 400 : 413, fault, 'file');
      await refuseWithoutRoom(host.files.store, size);
      const source = { kind: 'member', id: scope().memberId } as const;
      await change(host, undefined, (tx) =>
        takeUploadQuota(tx, host.clock, host.settings, source, size),
      );
      return { metadata: {} };
    },
    onResponseError: (_request, error) =>
      answerUploadError(error, (fault) => {
        host.log.error({ err: fault }, 'An upload failed');
      }),
  });
  return ({ kind, memberId, request, response }: MediaUpload) =>
    scopes.run({ kind, memberId }, () => server.handle(request, response));
}

const UUID_LENGTH = 36;

function readMetadata(given: unknown) {
  const read = v.safeParse(metadata, given);
  if (!read.success) throw new RefusedError(400, 'An upload needs an id and a name.', 'file');
  return read.output;
}
