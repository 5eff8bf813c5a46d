import { describe, expect, test, vi } from 'vitest';
import { openHostLine, type HostSays } from './host-line.ts';
import { readToken } from './read-token.ts';

const HOST = 'https://www.harbour.example';

function open() {
  const self = new EventTarget();
  const parent = { postMessage: vi.fn<(words: unknown, origin: string) => void>() };
  const heard: HostSays[] = [];
  const line = openHostLine(HOST, (said) => heard.push(said), {
    self: self as Window,
    parent: parent as unknown as Window,
  });
  const say = (data: unknown, origin = HOST, source: unknown = parent) =>
    self.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }));
  return { line, heard, say, parent };
}

const OPEN = { embarka: 1, type: 'open', identity: 'a.b.c' };

describe('What the frame is told', () => {
  test('is heard from the page around it alone', () => {
    const { say, heard } = open();
    say(OPEN, 'https://evil.example');
    say(OPEN, 'null');
    say(OPEN, `${HOST}.evil.example`);
    say(OPEN, HOST.replace('https:', 'http:'));
    say(OPEN, HOST, {});
    say(OPEN, HOST, null);
    expect(heard).toEqual([]);
    say(OPEN);
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
    const { say, heard } = open();
    say(data);
    expect(heard).toEqual([]);
  });

  test.each([undefined, null, '', 4711, { token: 'a' }, 'x'.repeat(4097)])(
    'names nobody by %j',
    (identity) => {
      const { say, heard } = open();
      say({ ...OPEN, identity });
      expect(heard).toEqual([{ type: 'open', identity: null }]);
    },
  );

  test('is heard no more once the line is closed', () => {
    const { line, say, heard } = open();
    line.close();
    say(OPEN);
    expect(heard).toEqual([]);
  });
});

test('what the frame says is for the listed site’s ears alone', () => {
  const { line, parent } = open();
  line.tell({ type: 'unread', count: 2 });
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
