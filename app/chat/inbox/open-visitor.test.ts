import { afterEach, expect, test, vi } from 'vitest';
import { NoteWriter } from './open-visitor.ts';

afterEach(() => void vi.unstubAllGlobals());

/** Returns the client ids of the received notes; the first response is lost. */
function loseTheFirstAnswer(): string[] {
  const names: string[] = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    names.push((JSON.parse(body) as { clientId: string }).clientId);
    if (names.length === 1) throw new TypeError('Failed to fetch');
    return Response.json({ note: {} });
  });
  return names;
}

test('a note whose answer was lost keeps its name, so that it is not saved twice', async () => {
  const names = loseTheFirstAnswer();
  const notes = new NoteWriter();
  await expect(notes.write('conv_1', 'Asked for a discount.')).rejects.toThrow('No connection');
  await notes.write('conv_1', 'Asked for a discount.');
  expect(names[1]).toBe(names[0]);
});

test('another text, another conversation and the same words said later are notes of their own', async () => {
  const names = loseTheFirstAnswer();
  const notes = new NoteWriter();
  await notes.write('conv_1', 'Asked for a discount.').catch(() => {});
  await notes.write('conv_2', 'Asked for a discount.');
  await notes.write('conv_2', 'Asked for a discount.');
  await notes.write('conv_2', 'Asked again.');
  expect(new Set(names).size).toBe(4);
});
