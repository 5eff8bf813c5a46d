import { expect, test } from 'vitest';
import { ApiError } from '../../platform/api-client.ts';
import { MANY_AT_MOST, SELECTED_AT_MOST, type ManyAction } from '../protocol/many.ts';
import type { InboxEntry } from '../protocol/views.ts';
import { InboxSelection, NOTHING_SELECTED, type SelectionState } from './inbox-selection.ts';

interface Sent {
  readonly ids: readonly string[];
  readonly action: ManyAction;
}

const createEntry = (visitorId: string) =>
  ({ visitorId, email: `${visitorId}@northfold.example`, agentId: 'maya' }) as InboxEntry;

/** Creates a list with `count` entries and a server that can refuse entries and become unreachable. */
function desk(count: number) {
  let state: SelectionState = NOTHING_SELECTED;
  let undo: (() => Promise<unknown>) | undefined;
  const world = {
    shown: Array.from({ length: count }, (_, index) => createEntry(`v${index}`)),
    taken: new Set<string>(),
    answers: Infinity,
    sent: [] as Sent[],
    offered: [] as string[],
    told: [] as string[],
    pause: 0,
    waited: [] as number[],
  };
  const selection = new InboxSelection({
    onChange: (next) => {
      state = next;
      if (next.isBusy) world.told.push(`${next.answered} / ${next.chosen.size}`);
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
    asksToTakeOver: () => false,
    refreshed: () => Promise.resolve(),
    wait: (ms) => Promise.resolve(world.waited.push(ms)),
    post: (_url, body) => {
      const { visitors, action } = body as { visitors: { id: string }[]; action: ManyAction };
      if (world.pause > 0) {
        const asked = new ApiError(429, 'That was too fast.', undefined, world.pause);
        world.pause = 0;
        return Promise.reject(asked);
      }
      if (world.sent.length >= world.answers) return Promise.reject(new TypeError('No network'));
      const ids = visitors.map(({ id }) => id);
      world.sent.push({ ids, action });
      const done = ids.filter((id) => !world.taken.has(id));
      return Promise.resolve({
        done,
        refused: ids
          .filter((id) => world.taken.has(id))
          .map((visitorId) => ({ visitorId, why: 'This visitor is now with Leo Marchetti.' })),
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
  expect(state().chosen.size).toBe(57);
  await selection.resolve();
  expect(world.sent.map(({ ids }) => ids.length)).toEqual([25, 25, 7]);
  expect(state()).toMatchObject({ isOn: false, refused: [] });
  expect(world.offered).toEqual(['Resolved 57 visitors']);
  world.sent = [];
  world.told = [];
  await undo();
  expect(world.sent.map(({ ids }) => ids.length)).toEqual([25, 25, 7]);
  // Undoing shows its progress too.
  expect(world.told).toEqual(['0 / 57', '25 / 57', '50 / 57', '57 / 57']);
  expect(state()).toMatchObject({ isOn: false, isBusy: false, refused: [] });
  // Each undo request names the conversations that were resolved for its own visitors.
  for (const { ids, action } of world.sent) {
    expect(action).toEqual({ kind: 'reopen', completed: ids.map((id) => `conversation of ${id}`) });
  }
});

test('no more are selected than can be done, and that is said', () => {
  const { state } = desk(SELECTED_AT_MOST + 1);
  expect(state().chosen.size).toBe(SELECTED_AT_MOST);
  expect(state().problem).toBe('You can select up to 500 at once. Finish with these first.');
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
      { visitorId: 'v1', why: 'This visitor is now with Ines Duarte.' },
      { visitorId: 'v2', why: 'This visitor is no longer assigned to you.' },
    ],
  });
});

test('what was refused stays selected as it stands now, or not at all where it is out of the list', async () => {
  const { selection, world, state } = desk(4);
  world.taken = new Set(['v1', 'v2']);
  const asItStands = { ...createEntry('v1'), agentId: 'leo' };
  world.shown = [createEntry('v0'), asItStands, createEntry('v3')];
  await selection.resolve();
  expect([...state().chosen.values()]).toEqual([asItStands]);
  expect(state().refused.map(({ visitorId }) => visitorId)).toEqual(['v1', 'v2']);
  // The reasons stay visible even when nothing is left to select.
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
  expect(state().chosen.size).toBe(95);
  expect(world.offered).toEqual(['Resolved 25 visitors']);
  world.answers = Infinity;
  await undo();
  expect(world.sent.at(-1)?.ids).toHaveLength(25);
  expect(state()).toMatchObject({ isOn: true, isBusy: false });
  expect(state().chosen.size).toBe(95);
});

test('what cannot be taken back is told for each', async () => {
  const { selection, world, state, undo } = desk(35);
  await selection.snooze(new Date('2026-06-13T09:00:00Z'));
  world.taken = new Set(['v3']);
  world.answers = 3;
  await undo();
  expect(state()).toMatchObject({ isOn: true, refusal: 'undo' });
  expect(state().refused[0]).toMatchObject({
    visitorId: 'v3',
    email: 'v3@northfold.example',
    why: 'This visitor is now with Leo Marchetti.',
  });
  expect(
    state()
      .refused.slice(1)
      .map(({ why }) => why),
  ).toEqual(Array.from({ length: 10 }, () => "Couldn't reach the server."));
});

test('a server that asks to wait is waited for, and nothing is left undone', async () => {
  const { selection, world, state, undo } = desk(30);
  await selection.resolve();
  world.sent = [];
  world.pause = 4000;
  await undo();
  expect(world.waited).toEqual([4000]);
  expect(world.sent.map(({ ids }) => ids.length)).toEqual([25, 5]);
  expect(state()).toMatchObject({ isOn: false, isBusy: false, refused: [] });
});

test('while something is done with those selected, no others join them, and the next waits', async () => {
  const { selection, world, state, undo } = desk(3);
  await selection.resolve();
  selection.begin(createEntry('v1'));
  const doing = selection.resolve();
  const undoing = undo();
  selection.all();
  selection.toggle(createEntry('v2'));
  expect([...state().chosen.keys()]).toEqual(['v1']);
  await Promise.all([doing, undoing]);
  expect(world.sent.map(({ action: { kind } }) => kind)).toEqual(['resolve', 'resolve', 'reopen']);
});
