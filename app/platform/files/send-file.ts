import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../api-client.ts';
import { languageNow, t, msg } from '../../i18n/translate.ts';

/** The size of one request: a slow connection must finish it before the server times out. */
const CHUNK_BYTES = 1024 * 1024;

/** The retry delays; progress resets the count. */
const RETRY_AFTER_MS = [0, 1000, 3000, 5000];

const NO_CONNECTION = msg('No connection. It is sent when you are back online.');
const UNEXPECTED = msg('Something went wrong on our side. Please try again.');

interface Sending {
  readonly file: { readonly id: string; readonly name: string };
  readonly blob: Blob;
  readonly address: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

/**
 * Uploads a file by the tus protocol and resumes at the server's offset. Resolves when the server
 * has stored the file; rejects with an {@link ApiError}. Only this module loads the protocol's
 * client.
 */
export function sendFile({ file, blob, address, signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(blob, {
      endpoint: address,
      // A URL makes the client ask for the offset first: another tab, or this one before a reload,
      // may have begun.
      uploadUrl: `${address}/${file.id}`,
      headers: { 'Page-Language': languageNow() },
      metadata: { id: file.id, name: file.name },
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_AFTER_MS,
      // The browser's own database lists the current uploads, so tus needs no storage.
      storeFingerprintForResuming: false,
      onProgress: (sent) => onProgress(sent),
      onShouldRetry: (error) => isPassing(error),
      onSuccess: () => resolve(),
      onError: (error) => reject(toApiError(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(new ApiError(499, t('Taken back.')));
    });
    if (!signal.aborted) upload.start();
  });
}

/** Errors that a retry may fix: no answer, a server error, a conflict or a lock. */
function isPassing(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
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
