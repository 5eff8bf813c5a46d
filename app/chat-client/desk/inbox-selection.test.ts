import { expect, test } from 'vitest';
import { MANY_AT_MOST, SELECTED_AT_MOST, type ManyAction } from '../../conversation/wire/many.ts';
import type { InboxEntry } from '../../conversation/wire/views.ts';
import { InboxSelection, NOTHING_SELECTED, type SelectionState } from './inbox-selection.ts';

interface Sent {
  readonly ids: readonly string[];
  readonly action: ManyAction;
}

const entry = (visitorId: string) =>
  ({ visitorId, email: `${visitorId}@northfold.example`, agentId: 'maya' }) as InboxEntry;

/** A list with so many entries, and a server that refuses some and may be out of reach. */
function desk(count: number) {
  let state: SelectionState = NOTHING_SELECTED;
  let undo: (() => Promise<unknown>) | undefined;
  const world = {
    shown: Array.from({ length: count }, (_, index) => entry(`v${index}`)),
    taken: new Set<string>(),
    answers: Infinity,
    sent: [] as Sent[],
    offered: [] as string[],
  };
  const selection = new InboxSelection({
    onChange: (next) => {
      state = next;
    },
    shown: () => world.shown,
    attempt: (work) =>
      work.then(
        () => true,
        () => false,
      ),
    offer: (text, { email }, undoing) => {
      world.offered.push(`${text} ${email}`);
      undo = undoing;
    },
    refreshed: () => Promise.resolve(),
    post: (_url, body) => {
      const { visitors, action } = body as { visitors: { id: string }[]; action: ManyAction };
      if (world.sent.length >= world.answers) return Promise.reject(new TypeError('No network'));
      const ids = visitors.map(({ id }) => id);
      world.sent.push({ ids, action });
      const done = ids.filter((id) => !world.taken.has(id));
      return Promise.resolve({
        done,
        refused: ids
          .filter((id) => world.taken.has(id))
          .map((visitorId) => ({ visitorId, why: 'Leo Marchetti has this visitor now.' })),
        completed: done.map((id) => `conversation of ${id}`),
      });
    },
  });
  selection.begin();
  selection.all();
  return { selection, world, state: () => state, undo: () => undo?.() };
}

test('more than one request holds are done in several, and taken back in as many', async () => {
  const { selection, world, state, undo } = desk(2 * MANY_AT_MOST + 7);
  expect(state().chosen.size).toBe(107);
  await selection.resolve();
  expect(world.sent.map(({ ids }) => ids.length)).toEqual([50, 50, 7]);
  expect(state()).toMatchObject({ isOn: false, refused: [] });
  expect(world.offered).toEqual(['Resolved 107 visitors']);
  world.sent = [];
  await undo();
  expect(world.sent.map(({ ids }) => ids.length)).toEqual([50, 50, 7]);
  // Each takes back what was completed of its own visitors.
  for (const { ids, action } of world.sent) {
    expect(action).toEqual({ kind: 'reopen', completed: ids.map((id) => `conversation of ${id}`) });
  }
});

test('no more are selected than can be done, and that is said', () => {
  const { state } = desk(SELECTED_AT_MOST + 1);
  expect(state().chosen.size).toBe(SELECTED_AT_MOST);
  expect(state().problem).toBe('At most 500 at once. Do something with these first.');
});

test('who went to a colleague meanwhile is selected no more, and named', () => {
  const { selection, state } = desk(3);
  selection.lose({ visitorId: 'v1', holder: 'Ines Duarte' });
  selection.lose({ visitorId: 'v2', holder: null });
  selection.lose({ visitorId: 'somebody else', holder: 'Ines Duarte' });
  expect([...state().chosen.keys()]).toEqual(['v0']);
  expect(state()).toMatchObject({
    refusal: 'loss',
    refused: [
      { visitorId: 'v1', why: 'Ines Duarte has this visitor now.' },
      { visitorId: 'v2', why: 'You do not have this visitor any more.' },
    ],
  });
});

test('what was refused stays selected as it stands now, or not at all where it is out of the list', async () => {
  const { selection, world, state } = desk(4);
  world.taken = new Set(['v1', 'v2']);
  const asItStands = { ...entry('v1'), agentId: 'leo' };
  world.shown = [entry('v0'), asItStands, entry('v3')];
  await selection.resolve();
  expect([...state().chosen.values()]).toEqual([asItStands]);
  expect(state().refused.map(({ visitorId }) => visitorId)).toEqual(['v1', 'v2']);
  // The reasons are there to be read even where nothing is left to choose.
  world.shown = [];
  await selection.resolve();
  expect(state()).toMatchObject({ isOn: true, chosen: new Map() });
  expect(state().refused).toHaveLength(1);
});

test('where the connection breaks off, the rest stays selected and what was done can be taken back', async () => {
  const { selection, world, state, undo } = desk(120);
  world.answers = 1;
  await selection.resolve();
  expect(state()).toMatchObject({ isOn: true, isBusy: false });
  expect(state().chosen.size).toBe(70);
  expect(world.offered).toEqual(['Resolved 50 visitors']);
  world.answers = Infinity;
  await undo();
  expect(world.sent.at(-1)?.ids).toHaveLength(50);
});

test('what cannot be taken back is told for each', async () => {
  const { selection, world, state, undo } = desk(60);
  await selection.snooze(new Date('2026-06-13T09:00:00Z'));
  world.taken = new Set(['v3']);
  world.answers = 3;
  await undo();
  expect(state()).toMatchObject({ isOn: true, refusal: 'undo' });
  expect(state().refused[0]).toMatchObject({
    visitorId: 'v3',
    email: 'v3@northfold.example',
    why: 'Leo Marchetti has this visitor now.',
  });
  expect(
    state()
      .refused.slice(1)
      .map(({ why }) => why),
  ).toEqual(Array.from({ length: 10 }, () => 'The server was not reached.'));
});
