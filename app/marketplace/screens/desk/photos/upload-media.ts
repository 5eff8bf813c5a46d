import { ApiError } from '../../../../platform/api-client.ts';
import { say } from '../../../../platform/say.ts';
import { writePhoto, writeVideo } from '../../../entries/media-texts.ts';
import { uploadAddress, type UploadKind } from '../../../photos/media-limits.ts';
import { videoPath, type ServicePhoto, type ServiceVideo } from '../../../photos/photo.ts';
import { callMedia } from './call-media.ts';

interface Upload {
  readonly kind: UploadKind;
  /** Under which it goes on after a break; a new one where it is not meant to. */
  readonly id?: string;
  readonly name: string;
  readonly blob: Blob;
  readonly signal: AbortSignal;
  /** From 0 to 1, of what is sent; what becomes of it takes a moment more. */
  readonly onProgress: (part: number) => void;
}

type Photo = Omit<ServicePhoto, 'alt'>;

/** Brings a file to the server and answers with how a form names it; rejects with why it was not kept. */
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

/** A code file that did not come is a lost connection, after which the upload can be tried again. */
function notLoaded(): never {
  throw new ApiError(0, say('No answer came back. Please check your connection and try again.'));
}

/** The protocol's client is loaded with the first file. */
async function send<T>(upload: Upload): Promise<T> {
  const { kind, id = crypto.randomUUID(), name, blob, signal, onProgress } = upload;
  const { sendFile } = await import('../../../../platform/files/send-file.ts').catch(notLoaded);
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
