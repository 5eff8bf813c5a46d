import { say } from '../../../platform/say.ts';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { RefusedError } from '../../../platform/errors.ts';
import {
  keepLogo,
  keepPhoto,
  keepVideo,
  type KeptPhoto,
} from '../../../platform/files/keep-media.server.ts';
import { takenIn } from '../../../platform/files/uploads/unfinished-uploads.server.ts';
import type { CatalogueMediaHost } from './media-host.ts';
import { refuseSize, type UploadKind } from '../../protocol/media-limits.ts';
import type { ServiceVideo } from '../../protocol/photo.ts';
import { toMediaName, uploadName } from './take-upload.server.ts';

export interface Upload {
  readonly kind: UploadKind;
  readonly id: string;
  readonly name: string;
}

const KEEP = { photo: keepPhoto, video: keepVideo, logo: keepLogo } as const;

type KeptVideo = Pick<ServiceVideo, 'id' | 'format'>;

/**
 * Converts a finished upload to a photo, a sample video or a logo. Throws {@link RefusedError} 404 for a missing
 * upload, 422 for an invalid file (the upload is then deleted) and 503 for a temporary failure.
 */
export async function keepUpload(
  host: CatalogueMediaHost,
  { kind, id, name: typed }: Upload,
): Promise<KeptPhoto | KeptVideo> {
  const { uploads, workFolder } = host.files;
  const upload = uploadName(kind, id);
  const name = toMediaName(typed);
  if ((await takenIn(uploads, upload)) === undefined) {
    throw new RefusedError(
      404,
      say('“{name}” did not arrive. Please add it again.', { name }),
      'file',
    );
  }
  const folder = await mkdtemp(join(workFolder, 'media-'));
  try {
    const source = join(folder, 'upload');
    // A copy, so that a client that still writes to the upload cannot change the file during the check.
    await pipeline(await uploads.read(upload), createWriteStream(source, { mode: 0o600 }));
    const fault = refuseSize(kind, name, (await stat(source)).size);
    if (fault) throw new RefusedError(422, fault, 'file');
    const file = { purpose: 'catalogue', name, source } as const;
    const kept = await KEEP[kind](host, file);
    await removeUpload(host, upload);
    return kept;
  } catch (error) {
    if (error instanceof RefusedError && error.status === 422) await removeUpload(host, upload);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A failure is only logged, because the cleanup deletes all uploads that are a day old. */
async function removeUpload(host: CatalogueMediaHost, upload: string): Promise<void> {
  await host.files.uploads.remove(upload).catch((error: unknown) => {
    host.log.warn({ err: error, upload }, 'The pieces of an upload were not removed');
  });
}
