import { DetailedError, Upload } from 'tus-js-client';
import { ApiError } from '../api-client.ts';
import { languageNow, say } from '../say.ts';

/** Sent in one request: what a slow line brings across before the server takes it for a dead one. */
const PIECE_BYTES = 1024 * 1024;

/** After each of these the same is tried again; what came across counts them anew. */
const RETRY_AFTER_MS = [0, 1000, 3000, 5000];

const NO_CONNECTION = 'No connection. It is sent when you are back online.';
const UNEXPECTED = 'Something went wrong on our side. Please try again.';

interface Sending {
  readonly file: { readonly id: string; readonly name: string };
  readonly blob: Blob;
  /** Where files are added: to a conversation, to the catalogue. */
  readonly address: string;
  readonly signal: AbortSignal;
  readonly onProgress: (sent: number) => void;
}

/**
 * Sends a file by the tus protocol, from where the server has it. Resolves when all of it is kept
 * there; rejects with an {@link ApiError}. The one file that loads the protocol's client.
 */
export function sendFile({ file, blob, address, signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(blob, {
      endpoint: address,
      // The server is asked first how far it is: a reload or another tab may have begun.
      uploadUrl: `${address}/${file.id}`,
      headers: { 'Page-Language': languageNow() },
      metadata: { id: file.id, name: file.name },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRY_AFTER_MS,
      // The browser's own store says what is under way; addresses need no other memory.
      storeFingerprintForResuming: false,
      onProgress: (sent) => onProgress(sent),
      onShouldRetry: (error) => isPassing(error),
      onSuccess: () => resolve(),
      onError: (error) => reject(toApiError(error)),
    });
    signal.addEventListener('abort', () => {
      void upload.abort();
      reject(new ApiError(499, say('Taken back.')));
    });
    if (!signal.aborted) upload.start();
  });
}

/** What another try may mend: nobody answered, or the server said that it passes. */
function isPassing(error: DetailedError): boolean {
  const status = error.originalResponse?.getStatus() ?? 0;
  return status === 0 || status >= 500 || status === 409 || status === 423;
}

function toApiError(error: Error | DetailedError): ApiError {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  if (!response) return new ApiError(0, NO_CONNECTION);
  const seconds = Number(response.getHeader('Retry-After') ?? Number.NaN);
  return new ApiError(
    response.getStatus(),
    readMessage(response.getBody()) ?? UNEXPECTED,
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
