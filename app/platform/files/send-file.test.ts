import { expect, test, vi } from 'vitest';
import { sendFile } from './send-file.ts';

interface Options {
  readonly onShouldRetry: (error: unknown) => boolean;
  readonly onSuccess: () => void;
  chunkSize: number;
}
let options: Options | undefined;

vi.mock('tus-js-client', () => ({
  Upload: class {
    readonly options: Options;
    constructor(_: Blob, given: Options) {
      this.options = given;
      options = given;
    }
    start() {}
  },
}));

test('a file that the server has forgotten is announced again, with a smaller first request', async () => {
  const sent = sendFile({
    file: { id: 'id', name: 'a.txt' },
    blob: new Blob(['a']),
    address: '/chat/conversations/1/files',
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  const retries = (method: string, status: number) =>
    options?.onShouldRetry({
      originalRequest: { getMethod: () => method },
      originalResponse: { getStatus: () => status, getBody: () => '' },
    });
  const before = options?.chunkSize ?? 0;
  // The client asks for the offset before it retries, gets 404, and then announces the file.
  expect(retries('PATCH', 404)).toBe(true);
  expect(options?.chunkSize).toBeLessThan(before);
  // The conversation itself is gone.
  expect(retries('POST', 404)).toBe(false);
  options?.onSuccess();
  await sent;
});
