import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@tus/server';
import * as v from 'valibot';
import type { UploadPlace } from '../../conversation/files/upload-place.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { uuid } from '../../platform/fields.ts';
import { answerUploadError } from '../../platform/files/answer-upload.server.ts';
import { limitsOf } from '../open-files.server.ts';
import {
  beginUpload,
  requireOwnFile,
  type FileRow,
  type UploadHost,
} from './begin-upload.server.ts';
import { takenIn } from '../../platform/files/uploads/unfinished-uploads.server.ts';
import { cancelUpload, finishUpload } from './finish-upload.server.ts';

/** Who adds where, and to which of the files there. */
export interface UploadCall {
  readonly place: UploadPlace;
  /** Undefined where a new one is begun. */
  readonly fileId: string | undefined;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Answers a call of the tus protocol; throws {@link RefusedError} for what it does not take. */
export type UploadDoor = (call: UploadCall) => Promise<void>;

interface Scope {
  readonly place: UploadPlace;
  readonly response: ServerResponse;
  /** What is said instead of the protocol's own words. */
  fault?: unknown;
}

const metadata = v.object({ id: uuid, name: v.string() });

/** Answers of the protocol that are worth another try of the client, and are no fault of ours. */
const LOCKED = 423;

/**
 * The tus protocol (creation, termination, resuming), each call admitted by what the database says:
 * who asks, where it is added, whose file. The last piece is acknowledged when the file is
 * where it stays, and its row says so.
 */
export function createUploadDoor(host: UploadHost): UploadDoor {
  const { files, log } = host;
  const scopes = new AsyncLocalStorage<Scope>();
  const scope = () => {
    const current = scopes.getStore();
    if (!current) throw new Error('An upload without who uploads');
    return current;
  };
  const rowOf = (fileId: string) => requireOwnFile(host.db, scope().place, fileId);

  const server = new Server({
    path: '/files',
    datastore: files.uploads.dataStore,
    allowedOrigins: [],
    maxSize: () => limitsOf(host.settings).maxBytes,
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id}`,
    getFileIdFromRequest: (_request, last) => last,
    namingFunction: (_request, given) => readMetadata(given).id,
    async onUploadCreate(_request, { id, size = 0, metadata: given }) {
      const { name } = readMetadata(given);
      await beginUpload(host, scope().place, { id, name, size });
      // Its name is in the row, and nowhere where it is not erased with it.
      return { metadata: {} };
    },
    async onUploadFinish(_request, { id }) {
      await finishUpload(host, await rowOf(id), undefined, scope().place.network);
      return {};
    },
    onResponseError(_request, error) {
      // The protocol's own answer has no place for it.
      if (error instanceof RefusedError && error.retryAfterSeconds !== undefined)
        scope().response.setHeader('Retry-After', error.retryAfterSeconds);
      return answerUploadError(error, (fault) => {
        scope().fault = fault;
        log.error({ err: fault }, 'An upload failed');
      });
    },
  });

  return async ({ place, fileId, request, response }) => {
    await place.requireWriter(host.db);
    if (fileId !== undefined) {
      const row = await requireOwnFile(host.db, place, fileId);
      if (request.method === 'DELETE') {
        await cancelUpload(host, row);
        response.writeHead(204, { 'Tus-Resumable': '1.0.0' }).end();
        return;
      }
      if (request.method === 'HEAD' && (await isComplete(host, row, place))) {
        response.writeHead(200, completeHeaders(row)).end();
        return;
      }
      if (row.storedAt !== null) throw new RefusedError(LOCKED, 'This file is complete.', 'file');
    }
    await scopes.run({ place, response }, () => server.handle(request, response));
  };
}

/**
 * Whether the file is where it stays. One whose bytes were all here when a process died, or when the
 * scanner was away, is finished by whoever asks how far it has come.
 */
async function isComplete(
  host: UploadHost,
  row: FileRow,
  { network }: UploadPlace,
): Promise<boolean> {
  if (row.storedAt !== null) return true;
  if ((await takenIn(host.files.uploads, row.id)) !== row.declaredSize) return false;
  await finishUpload(host, row, undefined, network);
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
  if (!read.success) throw new RefusedError(400, 'An upload needs an id and a name.', 'file');
  return read.output;
}
