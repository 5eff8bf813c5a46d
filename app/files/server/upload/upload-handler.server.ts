import { t } from '../../../i18n/translate.ts';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@tus/server';
import * as v from 'valibot';
import type { UploadPlace } from '../../../chat/server/files/upload-place.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { uuid } from '../../../platform/fields.ts';
import { answerUploadError } from '../../../platform/files/answer-upload.server.ts';
import {
  beginUpload,
  noteArrival,
  requireOwnFile,
  type FileRow,
  type UploadContext,
} from './begin-upload.server.ts';
import { takenIn } from '../../../platform/files/uploads/unfinished-uploads.server.ts';
import { cancelUpload, finishUpload } from './finish-upload.server.ts';

export interface UploadCall {
  readonly place: UploadPlace;
  /** `undefined` when a new upload begins. */
  readonly fileId: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export type UploadHandler = (call: UploadCall) => Promise<void>;

type Finish = (row: FileRow, network: string | undefined) => Promise<void>;

interface Scope {
  readonly place: UploadPlace;
  readonly response: ServerResponse;
  fault?: unknown;
}

const metadata = v.object({
  id: uuid,
  name: v.string(),
  fingerprint: v.optional(v.pipe(v.string(), v.regex(/^[\da-f]{64}$/))),
});

/** Proxies end a request after a minute without an answer. Checking a file of several GiB takes longer. */
const CHECK_MS = 20_000;
const CHECK_AGAIN_SECONDS = 2;

/** The tus status for a file that takes no more bytes because it is complete. */
const LOCKED = 423;

/**
 * Handles the tus protocol (creation, termination, resuming). Each request is authorised against the database.
 * The last chunk is acknowledged only after the file is stored and its row says so.
 */
export function createUploadHandler(appContext: UploadContext, checkMs = CHECK_MS): UploadHandler {
  const { files, log } = appContext;
  const scopes = new AsyncLocalStorage<Scope>();
  const scope = () => {
    const current = scopes.getStore();
    if (!current) throw new Error('The upload has no uploader');
    return current;
  };
  const rowOf = (fileId: string) => requireOwnFile(appContext.db, scope().place, fileId);

  /** Continues in the background and throws {@link RefusedError} 503 if the file is not stored in time: the client asks again. */
  const finishInTime: Finish = async (row, network) => {
    const ending = new AbortController();
    const late = setTimeout(checkMs, undefined, { signal: ending.signal, ref: false }).then(
      () => {
        throw new RefusedError(
          503,
          t('“{name}” has arrived and is being checked.', { name: row.name }),
          'file',
          CHECK_AGAIN_SECONDS,
        );
      },
      () => {},
    );
    try {
      await Promise.race([finishUpload(appContext, row, undefined, network), late]);
    } finally {
      ending.abort();
    }
  };

  const server = new Server({
    path: '/files',
    datastore: files.uploads.dataStore,
    allowedOrigins: [],
    // No `maxSize`: the refusal of `beginUpload` names the file and the limit.
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id}`,
    getFileIdFromRequest: (_request, last) => last,
    namingFunction: (_request, given) => readMetadata(given).id,
    async onUploadCreate(_request, { id, size = 0, metadata: given }) {
      const { name, fingerprint } = readMetadata(given);
      const file = { id, name, size, fingerprint, awaitsBytes: true };
      await beginUpload(appContext, scope().place, file);
      // The name is stored in the row only, because data kept elsewhere would not be erased with the row.
      return { metadata: {} };
    },
    async onUploadFinish(_request, { id }) {
      await finishInTime(await rowOf(id), scope().place.network);
      return {};
    },
    onResponseError(_request, error) {
      // Error responses of the tus library cannot carry the Retry-After header, so it is set here.
      if (error instanceof RefusedError && error.retryAfterSeconds !== undefined)
        scope().response.setHeader('Retry-After', error.retryAfterSeconds);
      return answerUploadError(error, (fault) => {
        scope().fault = fault;
        log.error({ err: fault }, 'An upload failed');
      });
    },
  });

  return async ({ place, fileId, request, response }) => {
    await place.requireWriter(appContext.db);
    if (fileId !== undefined) {
      const row = await requireOwnFile(appContext.db, place, fileId);
      if (request.method === 'DELETE') {
        await cancelUpload(appContext, row);
        response.writeHead(204, { 'Tus-Resumable': '1.0.0' }).end();
        return;
      }
      if (request.method === 'HEAD' && (await isComplete(appContext, row, place, finishInTime))) {
        response.writeHead(200, completeHeaders(row)).end();
        return;
      }
      if (row.storedAt !== null)
        throw new RefusedError(LOCKED, t('This file has already been uploaded.'), 'file');
      // Noted before the first byte, because a slow connection may need minutes for the first request.
      if (request.method === 'PATCH' && row.awaitsBytes) await noteArrival(appContext, row.id);
    }
    await scopes.run({ place, response }, () => server.handle(request, response));
  };
}

/**
 * Returns true if the file is stored. If all bytes had arrived before a crash or while the scanner was away, a
 * request for the offset finishes the upload.
 */
async function isComplete(
  appContext: UploadContext,
  row: FileRow,
  { network }: UploadPlace,
  finish: Finish,
): Promise<boolean> {
  if (row.storedAt !== null) return true;
  if ((await takenIn(appContext.files.uploads, row.id)) !== row.declaredSize) return false;
  await finish(row, network);
  return true;
}

function completeHeaders({ declaredSize }: FileRow): Record<string, string | number> {
  return {
    'Tus-Resumable': '1.0.0',
    'Upload-Offset': declaredSize,
    'Upload-Length': declaredSize,
    'Cache-Control': 'no-store',
  };
}

function readMetadata(given: unknown) {
  const read = v.safeParse(metadata, given);
  if (!read.success) throw new RefusedError(400, t('An upload needs an ID and a name.'), 'file');
  return read.output;
}
