import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server } from '@tus/server';
import * as v from 'valibot';
import { change, type ChangeContext } from '../../../platform/change/change.server.ts';
import { RefusedError } from '../../../platform/errors.ts';
import { uuid } from '../../../platform/fields.ts';
import { answerUploadError } from '../../../platform/files/answer-upload.server.ts';
import {
  refuseWithoutSpace,
  takeUploadQuota,
  type QuotaSettings,
} from '../../../platform/files/upload-quota.server.ts';
import { toLine } from '../../../platform/shown-text.ts';
import { refuseSize, type UploadKind } from '../../protocol/limits.ts';
import {
  type MediaFiles,
  keepLogo,
  keepPhoto,
  keepVideo,
  type StoredPhoto,
} from '../../../platform/files/keep-media.server.ts';
import {
  type UnfinishedUploads,
  takenIn,
} from '../../../platform/files/uploads/unfinished-uploads.server.ts';
import { t } from '../../../i18n/translate.ts';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServiceVideo } from '../../protocol/photo.ts';

export interface CatalogueMediaContext extends ChangeContext {
  readonly files: MediaFiles & { readonly uploads: UnfinishedUploads };
}

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
 * permissions. {@link keepUpload} processes the finished file.
 */
export function createMediaUploads(
  appContext: CatalogueMediaContext & { readonly settings: QuotaSettings },
) {
  const scopes = new AsyncLocalStorage<Pick<MediaUpload, 'kind' | 'memberId'>>();
  const scope = () => {
    const current = scopes.getStore();
    if (!current) throw new Error('The upload has no uploader');
    return current;
  };
  const kindOf = () => scope().kind;
  const server = new Server({
    path: '/team/catalogue/uploads',
    datastore: appContext.files.uploads.dataStore,
    allowedOrigins: [],
    generateUrl: (request, { id }) => `${new URL(request.url).pathname}/${id.slice(-UUID_LENGTH)}`,
    getFileIdFromRequest: (_request, last) =>
      last === undefined ? undefined : uploadName(kindOf(), last),
    namingFunction: (_request, given) => uploadName(kindOf(), readMetadata(given).id),
    async onUploadCreate(_request, { size = 0, metadata: given }) {
      const fault = refuseSize(kindOf(), toMediaName(readMetadata(given).name), size);
      if (fault) throw new RefusedError(size === 0 ? 400 : 413, fault, 'file');
      await refuseWithoutSpace(appContext.files.store, size);
      const source = { kind: 'member', id: scope().memberId } as const;
      await change(appContext, undefined, (tx) =>
        takeUploadQuota(tx, appContext.clock, appContext.settings, source, size),
      );
      return { metadata: {} };
    },
    onResponseError: (_request, error) =>
      answerUploadError(error, (fault) => {
        appContext.log.error({ err: fault }, 'An upload failed');
      }),
  });
  return ({ kind, memberId, request, response }: MediaUpload) =>
    scopes.run({ kind, memberId }, () => server.handle(request, response));
}

const UUID_LENGTH = 36;

function readMetadata(given: unknown) {
  const read = v.safeParse(metadata, given);
  if (!read.success) throw new RefusedError(400, t('An upload needs an ID and a name.'), 'file');
  return read.output;
}

interface Upload {
  readonly kind: UploadKind;
  readonly id: string;
  readonly name: string;
}

const KEEP = { photo: keepPhoto, video: keepVideo, logo: keepLogo } as const;

type StoredVideo = Pick<ServiceVideo, 'id' | 'format'>;

/**
 * Converts a finished upload to a photo, a sample video or a logo. Throws {@link RefusedError} 404 for a missing
 * upload, 422 for an invalid file (the upload is then deleted) and 503 for a temporary failure.
 */
export async function keepUpload(
  appContext: CatalogueMediaContext,
  { kind, id, name: typed }: Upload,
): Promise<StoredPhoto | StoredVideo> {
  const { uploads, workFolder } = appContext.files;
  const upload = uploadName(kind, id);
  const name = toMediaName(typed);
  if ((await takenIn(uploads, upload)) === undefined) {
    throw new RefusedError(404, t("“{name}” didn't arrive. Add it again.", { name }), 'file');
  }
  const folder = await mkdtemp(join(workFolder, 'media-'));
  try {
    const source = join(folder, 'upload');
    // A copy, so that a client that still writes to the upload cannot change the file during the check.
    await uploads.copy(upload, source);
    const fault = refuseSize(kind, name, (await stat(source)).size);
    if (fault) throw new RefusedError(422, fault, 'file');
    const file = { purpose: 'catalogue', name, source } as const;
    const saved = await KEEP[kind](appContext, file);
    await removeUpload(appContext, upload);
    return saved;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 422)
      await removeUpload(appContext, upload);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A failure is only logged, because the cleanup deletes all uploads that are a day old. */
async function removeUpload(appContext: CatalogueMediaContext, upload: string): Promise<void> {
  await appContext.files.uploads.remove(upload).catch((error: unknown) => {
    appContext.log.warn({ err: error, upload }, 'Could not remove the parts of an upload');
  });
}
