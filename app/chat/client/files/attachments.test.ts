import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../../../platform/api-client.ts';
import { MEBIBYTE, formatFileSize, USUAL_LIMITS } from '../../protocol/files.ts';
import { Attachments } from './attachments.ts';
import { FileUploads } from './file-uploads.ts';
import { memoryFiles, type PersistedFiles } from './persisted-files.ts';
import type { GivenFile, PickedFile } from './picked-file.ts';

const ID = 'conv_1760000000000_abcdefghijklmnopqrstuvwxyz';

/** Creates a file whose `size` may be larger than its content. */
function given(name: string, size = 10): GivenFile {
  const blob = new Blob(['x'.repeat(Math.min(size, 100))], { type: 'text/plain' });
  return Object.defineProperties(blob, {
    name: { value: name },
    size: { value: size },
  }) as GivenFile;
}

class FakeSending {
  readonly begun: string[] = [];
  readonly #settle = new Map<string, { done: () => void; fail: (error: ApiError) => void }>();

  readonly sendFile = ({ file, signal }: { file: PickedFile; signal: AbortSignal }) => {
    this.begun.push(file.name);
    return new Promise<void>((done, fail) => {
      this.#settle.set(file.name, { done, fail });
      signal.addEventListener('abort', () => fail(new ApiError(499, 'Upload cancelled.')));
    });
  };

  async finish(name: string): Promise<void> {
    this.#settle.get(name)?.done();
    await settle();
  }

  async fail(name: string, error: ApiError): Promise<void> {
    this.#settle.get(name)?.fail(error);
    await settle();
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

let persistedFiles: PersistedFiles;
let sending: FakeSending;
let uploads: FileUploads;
let box: Attachments;

function open(limits = USUAL_LIMITS) {
  sending = new FakeSending();
  const load = () => Promise.resolve({ sendFile: sending.sendFile as never });
  uploads = new FileUploads({ side: '/chat', persistedFiles, load });
  box = new Attachments({ conversationId: ID, uploads, readLimits: () => Promise.resolve(limits) });
}

beforeEach(() => {
  persistedFiles = memoryFiles();
  open();
  vi.stubGlobal(
    'fetch',
    vi.fn(() => Promise.resolve(new Response(null, { status: 204 }))),
  );
  // This simulates a new tab: the locks of the previous tab are gone.
  vi.stubGlobal('navigator', {});
  return () => vi.unstubAllGlobals();
});

const namesOf = (files: readonly PickedFile[]) => files.map(({ name }) => name);

describe('files that are added to a box', () => {
  test('are there at once, and sent ahead three at a time', async () => {
    box.add(['a', 'b', 'c', 'd'].map((name) => given(name)));
    expect(namesOf(box.getState().files)).toEqual(['a', 'b', 'c', 'd']);
    await settle();
    expect(sending.begun).toEqual(['a', 'b', 'c']);
    await sending.finish('b');
    expect(sending.begun).toEqual(['a', 'b', 'c', 'd']);
  });

  test('that do not fit are named, and the others are kept', async () => {
    open({ maxBytes: 5 * MEBIBYTE, maxCount: 3 });
    await box.restore([]);
    box.add([given('film.mov', 6 * MEBIBYTE), given('empty', 0), given('1'), given('2')]);
    expect(namesOf(box.getState().files)).toEqual(['1', '2']);
    expect(box.getState().problems).toEqual([
      '“film.mov” is too large. A file can be up to 5 MB.',
      "“empty” is empty and wasn't added.",
    ]);
    box.add([given('3'), given('4')]);
    expect(box.getState().problems).toEqual([
      "“4” wasn't added. A message can have up to 3 files.",
    ]);
  });

  test('come back after a reload in their order, but those of a message on its way', async () => {
    box.add([given('a'), given('b'), given('c')]);
    const [, b] = box.getState().files;
    await settle();
    open();
    await box.restore([b?.id ?? '']);
    expect(namesOf(box.getState().files)).toEqual(['a', 'c']);
    await settle();
    expect(sending.begun).toEqual(['a', 'c']);
  });

  test('go with the message but for those that were refused, which say why', async () => {
    box.add([given('good'), given('bad'), given('slow')]);
    await settle();
    await sending.fail('bad', new ApiError(422, "“bad” wasn't added: it contains a virus."));
    await sending.fail('slow', new ApiError(0, 'No connection.'));
    expect(namesOf(box.take())).toEqual(['good', 'slow']);
    expect(namesOf(box.getState().files)).toEqual(['bad']);
    const [bad] = box.getState().files;
    expect(uploads.getStates().get(bad?.id ?? '')).toMatchObject({
      reason: "“bad” wasn't added: it contains a virus.",
      canRetry: false,
    });
    // A reload does not restore files that belong to a message being sent.
    open();
    await box.restore([]);
    expect(namesOf(box.getState().files)).toEqual(['bad']);
  });

  test('are taken back on the server, and what waits behind them goes on', async () => {
    box.add(['a', 'b', 'c', 'd'].map((name) => given(name)));
    await settle();
    const [a] = box.getState().files;
    box.remove(a?.id ?? '');
    await settle();
    expect(namesOf(box.getState().files)).toEqual(['b', 'c', 'd']);
    expect(sending.begun).toEqual(['a', 'b', 'c', 'd']);
    expect(fetch).toHaveBeenCalledWith(
      `/chat/conversations/${ID}/files/${a?.id}`,
      expect.objectContaining({ method: 'DELETE' }),
    );
    expect(await persistedFiles.load(a?.id ?? '')).toBeUndefined();
  });
});

describe('an upload', () => {
  const file: PickedFile = { id: crypto.randomUUID(), name: 'a', size: 10, type: '' };
  const keep = () => persistedFiles.put({ ...file, draftOf: '', blob: given('a'), keptAt: 1 });

  test('that is asked for twice is made once, and afterwards not again', async () => {
    await keep();
    const both = [uploads.complete(ID, file), uploads.complete(ID, file)];
    await settle();
    await sending.finish('a');
    await Promise.all(both);
    await uploads.complete(ID, file);
    expect(sending.begun).toEqual(['a']);
  });

  test('that failed is made again when it is asked for', async () => {
    await keep();
    const first = uploads.complete(ID, file);
    await settle();
    await sending.fail('a', new ApiError(0, 'No connection.'));
    await expect(first).rejects.toMatchObject({ canRetry: true });
    const second = uploads.complete(ID, file);
    await settle();
    await sending.finish('a');
    await expect(second).resolves.toBeUndefined();
  });

  test('whose bytes this browser has no more says which', async () => {
    await expect(uploads.complete(ID, file)).rejects.toMatchObject({
      message: '“a” is no longer in this browser. Add it again.',
      canRetry: false,
    });
  });
});

test.each([
  [0, '0 B'],
  [640, '640 B'],
  [2457, '2.4 KB'],
  [90_009, '88 KB'],
  [1_000_000, '977 KB'],
  [1_500_000, '1.4 MB'],
  [25 * MEBIBYTE, '25 MB'],
])('%d bytes are said as %s', (bytes, words) => {
  expect(formatFileSize(bytes)).toBe(words);
});
