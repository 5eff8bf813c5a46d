import { ApiError } from '../../../platform/api-client.ts';
import { say } from '../../../platform/say.ts';
import { writePhoto, writeVideo } from '../../protocol/media-texts.ts';
import { uploadAddress, type UploadKind } from '../../protocol/media-limits.ts';
import { videoPath, type ServicePhoto, type ServiceVideo } from '../../protocol/photo.ts';
import { callMedia } from './call-media.ts';

interface Upload {
  readonly kind: UploadKind;
  /** Identifies the upload when it resumes after an interruption. Without an id, the upload cannot resume. */
  readonly id?: string;
  readonly name: string;
  readonly blob: Blob;
  readonly signal: AbortSignal;
  /** The number from 0 to 1 is the sent share. Processing the file takes additional time. */
  readonly onProgress: (part: number) => void;
}

type Photo = Omit<ServicePhoto, 'alt'>;

/** Uploads a file and returns its form value. Rejects with the reason when the file was not accepted. */
export async function uploadMedia(upload: Upload): Promise<string> {
  if (upload.kind !== 'video') return writePhoto(await send<Photo>(upload));
  const video = await send<Pick<ServiceVideo, 'id' | 'format'>>(upload);
  const { makePoster } = await import('./make-poster.ts').catch(notLoaded);
  const still = await makePoster(videoPath(video)).catch(() => {
    throw new Error(
      say('“{name}” was not added: this browser cannot show it, so there is no still of it.', {
        name: upload.name,
      }),
    );
  });
  const poster = await send<Photo>({
    ...upload,
    kind: 'photo',
    id: crypto.randomUUID(),
    name: 'still.jpg',
    blob: still,
    onProgress() {},
  });
  return writeVideo({ ...video, poster });
}

/** A code chunk that fails to load counts as a lost connection, after which the upload can be retried. */
function notLoaded(): never {
  throw new ApiError(0, say('No answer came back. Please check your connection and try again.'));
}

/** The client of the tus protocol is loaded with the first upload. */
async function send<T>(upload: Upload): Promise<T> {
  const { kind, id = crypto.randomUUID(), name, blob, signal, onProgress } = upload;
  const { sendFile } = await import('../../../platform/files/send-file.ts').catch(notLoaded);
  await sendFile({
    file: { id, name },
    blob,
    address: uploadAddress(kind),
    signal,
    onProgress: (sent) => onProgress(sent / blob.size),
  });
  onProgress(1);
  return callMedia<T>('/team/catalogue/media', { kind, id, name });
}
