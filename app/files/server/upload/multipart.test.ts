import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundaryOf, readParts } from './multipart.server.ts';

interface Field {
  readonly name: string;
  readonly fileName?: string;
  readonly bytes: Buffer;
}

function write(fields: readonly Field[], boundary: string): Buffer {
  const parts = fields.flatMap(({ name, fileName, bytes }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${
        fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: a/b`
      }\r\n\r\n`,
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) {
    yield await Promise.resolve(bytes.subarray(at, at + length));
  }
}

async function read(body: AsyncIterable<Uint8Array>, boundary: string): Promise<Field[]> {
  const fields: Field[] = [];
  for await (const { name, fileName, bytes } of readParts(body, boundary)) {
    const pieces: Buffer[] = [];
    for await (const chunk of bytes) pieces.push(Buffer.from(chunk));
    fields.push({
      name,
      ...(fileName === undefined ? {} : { fileName }),
      bytes: Buffer.concat(pieces),
    });
  }
  return fields;
}

test('a form is read as it was written, in whatever pieces it comes', async () => {
  const bytes = fc
    .array(fc.constantFrom('\r\n', '--', '--mark', '\r\n--mar', '\r', 'words', '\0', 'ü'))
    .map((parts) => Buffer.from(parts.join('')));
  const field = fc.record(
    {
      name: fc.stringMatching(/^[a-z]{1,9}$/),
      fileName: fc.stringMatching(/^[\w. ]{0,9}$/),
      bytes,
    },
    { requiredKeys: ['name', 'bytes'] },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(field, { maxLength: 6 }),
      fc.integer({ min: 1, max: 90 }),
      async (fields, length) => {
        // File contents never include the boundary, because browsers choose one that does not occur in them.
        fc.pre(!fields.some((one) => one.bytes.includes('\r\n--markmark')));
        expect(await read(inPieces(write(fields, 'markmark'), length), 'markmark')).toEqual(fields);
      },
    ),
  );
});

test('what is passed over is not held: the next field comes all the same', async () => {
  const large = { name: 'upload', fileName: 'a', bytes: Buffer.alloc(500_000, 'harbour ') };
  const body = inPieces(write([large, { name: 'b', bytes: Buffer.from('c') }], 'mark'), 1000);
  const names: string[] = [];
  for await (const { name } of readParts(body, 'mark')) names.push(name);
  expect(names).toEqual(['upload', 'b']);
});

test.each([
  ['nothing', ''],
  ['no mark', 'words'],
  ['only the beginning', '--mark\r\nContent-Disposition: form-data; name="a"\r\n\r\nb'],
  ['a part without a name', '--mark\r\nContent-Type: a/b\r\n\r\nb\r\n--mark--\r\n'],
  ['something after the mark', '--markXX'],
])('a form with %s is refused', async (_, text) => {
  await expect(read(inPieces(Buffer.from(text), 7), 'mark')).rejects.toMatchObject({ status: 400 });
});

test.each([
  ['headers without end', `--mark\r\n${'a: b\r\n'.repeat(5000)}`],
  [
    'parts without end',
    write(
      Array.from({ length: 200 }, () => ({ name: 'a', bytes: Buffer.alloc(0) })),
      'mark',
    ).toString(),
  ],
])('a form with %s is refused', async (_, text) => {
  await expect(read(inPieces(Buffer.from(text), 900), 'mark')).rejects.toMatchObject({
    status: 413,
  });
});

test('the boundary is found as browsers and programs write it', () => {
  expect(boundaryOf('multipart/form-data; boundary=----Web1')).toBe('----Web1');
  expect(boundaryOf('Multipart/Form-Data; charset=utf-8; boundary="a b"')).toBe('a b');
  expect(boundaryOf('application/x-www-form-urlencoded')).toBeUndefined();
  expect(boundaryOf('multipart/form-data')).toBeUndefined();
  expect(boundaryOf(null)).toBeUndefined();
});
