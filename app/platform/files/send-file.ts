import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../api-client.ts';
import { languageNow, t, msg } from '../../i18n/translate.ts';
import { ChunkSize } from './chunk-size.ts';

/** A connection that died silently, for example while a laptop slept, reports no error for minutes. */
const SILENT_MS = 60_000;

/** The retry delays; progress resets the count. */
const RETRY_AFTER_MS = [0, 1000, 3000, 5000];

const NO_CONNECTION = msg("No connection. The file will be sent when you're back online.");
const UNEXPECTED = msg('Something went wrong on our side. Try again.');
interface Sending {
  readonly file: { readonly id: string; readonly name: string };
  readonly blob: Blob;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
  /** Lets the server recognise the file when it is chosen again. */
  readonly fingerprint?: string | undefined;
}

/**
 * Uploads a file by the tus protocol and resumes at the server's offset. Resolves when the server
 * has stored the file; rejects with an {@link ApiError}. Only this module loads the protocol's
 * client.
 */
export function sendFile(sending: Sending): Promise<void> {
  const { file, blob, address, signal, onProgress, fingerprint } = sending;
  return new Promise((resolve, reject) => {
    const chunks = new ChunkSize();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const watch = () => {
      clearTimeout(silence);
      silence = setTimeout(() => {
        chunks.shrink();
        upload.options.chunkSize = chunks.bytes;
        watch();
        void upload.abort().then(() => signal.aborted || upload.start());
      }, SILENT_MS);
    };
    const end = (settle: () => void) => {
      clearTimeout(silence);
      settle();
    };
    const upload = new Upload(blob, {
      endpoint: address,
      // A URL makes the client ask for the offset first: another tab, or this one before a reload,
      // may have begun.
      uploadUrl: `${address}/${file.id}`,
      headers: { 'Page-Language': languageNow() },
      metadata: { id: file.id, name: file.name, ...(fingerprint ? { fingerprint } : {}) },
      chunkSize: chunks.bytes,
      retryDelays: RETRY_AFTER_MS,
      // The browser's own database lists the current uploads, so tus needs no storage.
      storeFingerprintForResuming: false,
      onProgress: (sent) => {
        watch();
        onProgress(sent);
      },
      onChunkComplete: () => {
        chunks.adapt();
        upload.options.chunkSize = chunks.bytes;
      },
      onShouldRetry: (error) => {
        const status = error.originalResponse?.getStatus() ?? 0;
        // A proxy that limits bodies answers 413, or resets the connection while the body is being sent.
        const isOfProxy = status === 413 && !readMessage(error.originalResponse?.getBody() ?? '');
        const hasBody = error.originalRequest?.getMethod() === 'PATCH';
        const isSmaller =
          hasBody && (status === 0 || status === 404 || isOfProxy) && chunks.shrink();
        upload.options.chunkSize = chunks.bytes;
        // The server forgets a file of which nothing arrived for minutes. The retry announces it again.
        const isForgotten = hasBody && status === 404;
        return isPassing(status) || isForgotten || (isOfProxy && isSmaller);
      },
      onSuccess: () => end(resolve),
      onError: (error) => end(() => reject(toApiError(error))),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      end(() => reject(new ApiError(499, t('Upload cancelled.'))));
    });
    if (signal.aborted) return;
    watch();
    upload.start();
  });
}

/** Errors that a retry may fix: no answer, a server error, a conflict or a lock. */
function isPassing(status: number): boolean {
  return status === 0 || status >= 500 || status === 409 || status === 423;
}

function toApiError(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return new ApiError(0, t(NO_CONNECTION));
  const seconds = Number(response.getHeader('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.getStatus(),
    readMessage(response.getBody()) ?? t(UNEXPECTED),
    'file',
    Number.isFinite(seconds) ? seconds * 1000 : undefined,
  );
}

function readMessage(body: string): string | undefined {
  try {
    return (JSON.parse(body) as { error?: { message?: string } }).error?.message;
  } catch {
    return undefined;
  }
}
