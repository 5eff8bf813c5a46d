import { describe, expect, test, vi } from 'vitest';
import { openFrameChannel, type EmbeddingPageMessage } from './chat-frame.tsx';
import { readToken } from './frame-tools.ts';

const HOST = 'https://www.harbour.example';

function open() {
  const self = new EventTarget();
  const parent = { postMessage: vi.fn<(words: unknown, origin: string) => void>() };
  const heard: EmbeddingPageMessage[] = [];
  const line = openFrameChannel(HOST, (said) => heard.push(said), {
    self: self as Window,
    parent: parent as unknown as Window,
  });
  const postData = (data: unknown, origin = HOST, source: unknown = parent) =>
    self.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  return { line, heard, postData, parent };
}

const OPEN = { embarka: 1, type: 'open', identity: 'a.b.c' };

describe('What the frame is told', () => {
  test('is heard from the page around it alone', () => {
    const { postData, heard } = open();
    postData(OPEN, 'https://evil.example');
    postData(OPEN, 'null');
    postData(OPEN, `${HOST}.evil.example`);
    postData(OPEN, HOST.replace('https:', 'http:'));
    postData(OPEN, HOST, {});
    postData(OPEN, HOST, null);
    expect(heard).toEqual([]);
    postData(OPEN);
    expect(heard).toEqual([{ type: 'open', identity: 'a.b.c' }]);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'open'],
    ['a list', [OPEN]],
    ['without a version', { type: 'open' }],
    ['of another version', { ...OPEN, embarka: 2 }],
    ['of a type that nobody knows', { ...OPEN, type: 'erase' }],
    ['of a type that is no text', { ...OPEN, type: ['open'] }],
  ])('is nothing when it is %s', (_, data) => {
    const { postData, heard } = open();
    postData(data);
    expect(heard).toEqual([]);
  });

  test.each([undefined, null, '', 4711, { token: 'a' }, 'x'.repeat(4097)])(
    'names nobody by %j',
    (identity) => {
      const { postData, heard } = open();
      postData({ ...OPEN, identity });
      expect(heard).toEqual([{ type: 'open', identity: null }]);
    },
  );

  test('is heard no more once the line is closed', () => {
    const { line, postData, heard } = open();
    line.close();
    postData(OPEN);
    expect(heard).toEqual([]);
  });
});

test('what the frame says is for the listed site’s ears alone', () => {
  const { line, parent } = open();
  line.notify({ type: 'unread', count: 2 });
  expect(parent.postMessage).toHaveBeenCalledExactlyOnceWith(
    { embarka: 1, type: 'unread', count: 2 },
    HOST,
  );
});

describe('Whom a token speaks of', () => {
  const token = (claims: unknown) =>
    `e.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

  test('is read for the screen, in any script', () => {
    expect(readToken(token({ sub: 'Ελένη', email: 'élena@fake.example' }))).toEqual({
      subject: 'Ελένη',
      email: 'élena@fake.example',
    });
  });

  test.each([null, '', 'x', 'a.b.c', 'a.%%%.c', token(null), token({ sub: 1, email: 'x' })])(
    'is nobody in %j',
    (text) => {
      expect(readToken(text)).toEqual({ subject: null, email: null });
    },
  );
});
