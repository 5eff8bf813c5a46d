import { ApiError } from '../../../platform/api-client.ts';
import { t, msg } from '../../../i18n/translate.ts';
import { writePhoto, writeVideo } from '../../protocol/media-texts.ts';
import { uploadAddress, type UploadKind } from '../../protocol/limits.ts';
import { videoPath, type ServicePhoto, type ServiceVideo } from '../../protocol/photo.ts';

/** The server creates a dozen variants of a photo, perhaps after a queue of other photos. */
const GIVE_UP_MS = 150_000;

const UNREACHABLE = msg("You're offline. Try again when you're back online.");
const UNEXPECTED = msg('Something went wrong on our side. Try again.');

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
  const still = await makePoster(videoPath(video)).catch(() => {
    throw new Error(
      t("“{name}” wasn't added: this browser can't play it, so there is no still image for it.", {
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

/** The first frame of a video is often black. */
const POSTER_AT_SECOND = 1;
const PLAYS_WITHIN_MS = 30_000;
const POSTER_QUALITY = 0.92;

/** Captures a frame of a video on this server as a JPEG. Rejects when the browser cannot play the video. */
async function makePoster(address: string): Promise<Blob> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.src = address;
  try {
    await happens(video, 'loadeddata');
    video.currentTime = Math.min(POSTER_AT_SECOND, video.duration / 2 || 0);
    await happens(video, 'seeked');
    const canvas = document.createElement('canvas');
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext('2d')?.drawImage(video, 0, 0);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('The video has no still image'))),
        'image/jpeg',
        POSTER_QUALITY,
      );
    });
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}

function happens(video: HTMLVideoElement, type: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PLAYS_WITHIN_MS);
    const fail = () => reject(new Error('The video cannot be shown'));
    video.addEventListener(type, () => resolve(), { once: true, signal });
    video.addEventListener('error', fail, { once: true, signal });
    signal.addEventListener('abort', fail);
  });
}

/** A code chunk that fails to load counts as a lost connection, after which the upload can be retried. */
function notLoaded(): never {
  throw new ApiError(0, t('No response from the server. Check your connection and try again.'));
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

/** Sends a request that may take long. Rejects with an {@link ApiError} whose message is meant for the user. */
export async function callMedia<T>(address: string, body?: unknown): Promise<T> {
  const response = await fetch(address, {
    signal: AbortSignal.timeout(GIVE_UP_MS),
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
  }).catch(() => {
    throw new ApiError(0, t(UNREACHABLE));
  });
  const answer = (await response.json().catch(() => undefined)) as
    | (T & { readonly error?: { readonly message?: string } })
    | undefined;
  if (response.ok && answer !== undefined) return answer;
  throw new ApiError(response.status, answer?.error?.message ?? t(UNEXPECTED));
}
