import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { ApiError } from '../../platform/api-client.ts';
import { ConversationChannel, type ConversationApi } from './conversation-channel.ts';
import { EMPTY_LIST, startFrom, type MessageList } from './message-list.ts';
import { localOutbox } from './outbox.ts';
import type { MessageView } from '../protocol/views.ts';

const ID = 'conv_1781258400000_aaaaaaaaaaaaaaaaaaaaaaaaaa';
const NOW = new Date('2026-06-12T10:00:00Z');
const PAGE = 3;

/** Mimics the database: message numbers have no gaps, and each client id has one row. */
class MemoryServer {
  readonly messages: MessageView[] = [];
  readonly removals: MessageView[] = [];
  readonly written: string[] = [];
  readonly former: MessageView[] = [];

  commit(clientId: string, text: string, isAgent: boolean): MessageView {
    const repeat = this.messages.find((message) => message.clientId === clientId);
    if (repeat) return repeat;
    const number = this.messages.length + 1;
    const message: MessageView = {
      id: `id-${number}`,
      clientId,
      conversationId: ID,
      number,
      text,
      isAgent,
      agentId: null,
      agentName: null,
      createdAt: NOW.toISOString(),
    };
    this.messages.push(message);
    this.written.push(text);
    return message;
  }

  /** Unsends a message. A hint about the message that is still on its way is outdated from then on. */
  unsend(number: number): MessageView {
    const message = this.messages[number - 1];
    if (!message) throw new Error(`There is no message ${number}`);
    if (message.removalNumber !== undefined) return message;
    const removed = { ...message, text: '', removalNumber: this.removals.length + 1 };
    this.former.push(message);
    this.removals.push(removed);
    this.messages[number - 1] = removed;
    return removed;
  }

  pageAfter(after: number, removedAfter: number) {
    const messages = this.messages.slice(after, after + PAGE);
    const removed = this.removals.slice(removedAfter, removedAfter + PAGE);
    return { messages, removed, hasMore: Math.max(messages.length, removed.length) === PAGE };
  }
}

type Outcome =
  | 'done'
  /** The request never arrives. */
  | 'lost'
  /** The server handles the request, but the response is lost. */
  | 'answer lost'
  /** The client times out, and the request arrives later. */
  | 'late'
  | 'busy'
  | 'too fast';

interface Call {
  work(): void;
  end(outcome: Outcome): void;
}

class Network implements ConversationApi {
  readonly server = new MemoryServer();
  calls: Call[] = [];
  /** Holds requests that the client gave up on and that may still reach the server. */
  ghosts: Call[] = [];

  readAfter(_: string, after: number, removedAfter: number) {
    return this.#call(() => this.server.pageAfter(after, removedAfter));
  }

  unsend(_: string, number: number) {
    return this.#call(() => ({ message: this.server.unsend(number) }));
  }

  send(_: string, clientId: string, text: string) {
    return this.#call(() => ({ message: this.server.commit(clientId, text, false) }));
  }

  #call<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const call: Call = {
      work: () => void work(),
      end: (outcome) => {
        this.calls = this.calls.filter((other) => other !== call);
        if (outcome === 'done') return resolve(work());
        if (outcome === 'answer lost') work();
        if (outcome === 'late') this.ghosts.push(call);
        const status = outcome === 'busy' ? 503 : outcome === 'too fast' ? 429 : 0;
        return reject(new ApiError(status, outcome));
      },
    };
    this.calls.push(call);
    return promise;
  }

  forget(): void {
    this.ghosts.push(...this.calls);
    this.calls = [];
  }
}

/** Runs everything that does not wait for the network. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => sessionStorage.clear());

function openChannel(network: Network, onChange = (_: MessageList) => {}, initial = EMPTY_LIST) {
  return new ConversationChannel({
    conversationId: ID,
    api: network,
    // Locks are left out: the browser would release those of a closed page, and this test has no browser.
    outbox: { ...localOutbox(sessionStorage), exclusively: (_, work) => work() },
    initial,
    // Automatic retries are disabled; the steps decide when to retry.
    timers: { after: () => () => {} },
    onChange,
  });
}

type Step =
  | { readonly kind: 'say' | 'they say' | 'wake' | 'reload' }
  | {
      readonly kind: 'hint' | 'late hint' | 'take back' | 'retry' | 'arrives' | 'ghost arrives';
      readonly which: number;
    }
  | { readonly kind: 'ends'; readonly which: number; readonly outcome: Outcome };

const which = fc.nat(7);
const outcome = fc.constantFrom<Outcome>(
  'done',
  'done',
  'done',
  'lost',
  'answer lost',
  'late',
  'busy',
  'too fast',
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('say' as const, 'say' as const, 'they say' as const, 'wake' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('reload' as const) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'hint' as const,
        'late hint' as const,
        'take back' as const,
        'retry' as const,
        'arrives' as const,
        'ghost arrives' as const,
      ),
      which,
    }),
  },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ends' as const), which, outcome }) },
);

async function play(steps: readonly Step[], startsFrom: 'nothing' | 'a page') {
  sessionStorage.clear();
  const network = new Network();
  const { server } = network;
  const said: string[] = [];
  let onScreen: string[] = [];
  let removedOnScreen: number[] = [];

  const check = (list: MessageList) => {
    const first = list.saved[0]?.number ?? 1;
    const held = server.messages.slice(first - 1, first - 1 + list.saved.length);
    expect(list.saved.map(({ id }) => id)).toEqual(held.map(({ id }) => id));
    const shownRemoved = list.saved.flatMap(({ number, text }) => (text === '' ? [number] : []));
    // A message that this screen showed as unsent must not reappear.
    expect(shownRemoved).toEqual(expect.arrayContaining(removedOnScreen));
    removedOnScreen = shownRemoved;
    const textOf = ({ number }: MessageView) => server.written[number - 1] ?? '';
    // A message received ahead of a gap is not shown yet; its author still sees the pending copy.
    const shown = [...list.saved.map(textOf), ...list.pending.map(({ text }) => text)];
    const isDoubled = new Set(shown).size < shown.length;
    expect(isDoubled && startsFrom === 'nothing').toBe(false);
    // A message that its author saw on this screen must not vanish, with one exception: the server saved the
    // message, the page closed before the response, and the message now belongs to an earlier page.
    const earlier = new Set(server.messages.slice(0, first - 1).map(textOf));
    expect(shown).toEqual(expect.arrayContaining(onScreen.filter((text) => !earlier.has(text))));
    onScreen = said.filter((text) => shown.includes(text));
    const committed = new Set(server.written);
    const unsent = said.filter((text) => !committed.has(text));
    expect(list.pending.map(({ text }) => text)).toEqual(expect.arrayContaining(unsent));
  };
  const open = () => {
    onScreen = [];
    removedOnScreen = [];
    const newest = server.messages.slice(-2);
    const { length } = server.removals;
    const initial = startsFrom === 'nothing' ? EMPTY_LIST : startFrom(newest, length);
    return openChannel(network, check, initial);
  };
  let channel = open();
  const pick = <T>(list: readonly T[], index: number) => list[index % Math.max(1, list.length)];

  const take = (step: Step): void => {
    switch (step.kind) {
      case 'say':
        said.push(`mine ${said.length}`);
        return channel.send(said.at(-1) ?? '', NOW);
      case 'they say':
        return void server.commit(crypto.randomUUID(), `theirs ${server.messages.length}`, true);
      case 'wake':
        return void channel.catchUp();
      case 'reload':
        network.forget();
        channel = open();
        return;
      case 'hint': {
        const message = pick(server.messages, step.which);
        return message && channel.hint(message);
      }
      // This hint was already on its way when its message was unsent.
      case 'late hint': {
        const message = pick(server.former, step.which);
        return message && channel.hint(message);
      }
      case 'take back': {
        const message = pick(server.messages, step.which);
        return void (message && server.unsend(message.number));
      }
      case 'retry': {
        const message = pick(channel.list.pending, step.which);
        return message && channel.retry(message.clientId);
      }
      case 'arrives':
        return pick(network.calls, step.which)?.work();
      case 'ghost arrives':
        return pick(network.ghosts, step.which)?.work();
      case 'ends':
        return pick(network.calls, step.which)?.end(step.outcome);
    }
  };

  for (const next of steps) {
    take(next);
    await settle();
  }
  // The connection is back, so the next wake-ups must synchronize everything.
  for (let round = 0; round < 3; round += 1) {
    void channel.catchUp();
    await settle();
    while (network.calls.length > 0) {
      network.calls[0]?.end('done');
      await settle();
    }
  }

  const mine = server.messages
    .filter(({ isAgent }) => !isAgent)
    .map(({ number }) => server.written[number - 1]);
  return { list: channel.list, server, said, mine };
}

describe('whatever is lost, late, repeated, refused or reloaded', () => {
  const steps = fc.array(step, { maxLength: 60 });

  test('a visitor’s list becomes the server’s: nothing missing, doubled or out of order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (played) => {
        const { list, server, said, mine } = await play(played, 'nothing');
        expect(list).toMatchObject({ saved: server.messages, ahead: [], pending: [] });
        expect(list.removals.upTo).toBe(server.removals.length);
        expect(mine).toEqual(said);
      }),
      propertyRuns(250),
    );
  });

  test('so does a list that began with the newest page of a thread', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (played) => {
        const { list, server, said, mine } = await play(played, 'a page');
        const first = list.saved[0]?.number ?? server.messages.length + 1;
        const saved = server.messages.slice(first - 1);
        expect(list).toMatchObject({ saved, ahead: [], pending: [] });
        expect(mine).toEqual(said);
      }),
      propertyRuns(150),
    );
  });
});

describe('sending', () => {
  test('shows a message before the server has it and replaces it afterwards', async () => {
    const network = new Network();
    const channel = openChannel(network);
    channel.send('  Hello  ', NOW);
    expect(channel.list.pending).toMatchObject([{ text: 'Hello', state: 'sending' }]);
    network.calls[0]?.end('done');
    await settle();
    expect(channel.list.pending).toEqual([]);
    expect(channel.list.saved).toMatchObject([{ number: 1, text: 'Hello' }]);
  });

  test('keeps the order written: one request at a time, and nothing overtakes a failure', async () => {
    const network = new Network();
    const channel = openChannel(network);
    channel.send('one', NOW);
    channel.send('two', NOW);
    await settle();
    expect(network.calls).toHaveLength(1);
    network.calls[0]?.end('lost');
    await settle();
    expect(network.calls).toHaveLength(0);
    expect(channel.list.pending).toMatchObject([
      { text: 'one', state: 'failed', reason: 'lost', canRetry: true },
      { text: 'two', state: 'sending' },
    ]);
  });

  test('goes on after a message that can never be sent', async () => {
    const network = new Network();
    const channel = openChannel(network);
    channel.send('x'.repeat(4001), NOW);
    channel.send('short', NOW);
    await settle();
    network.calls[0]?.end('done');
    await settle();
    expect(network.server.messages.map(({ text }) => text)).toEqual(['short']);
    expect(channel.list.pending).toMatchObject([{ state: 'failed', canRetry: false }]);
    expect(channel.list.pending[0]?.reason).toContain('4,000');
  });

  test('of a message with exactly 4,000 characters is tried, and of a blank one is not', () => {
    const network = new Network();
    const channel = openChannel(network);
    channel.send(' \n\t ', NOW);
    expect(channel.list.pending).toEqual([]);
    channel.send('x'.repeat(4000), NOW);
    expect(network.calls).toHaveLength(1);
  });

  test('waits in the outbox and goes out after a reload, under the same name', async () => {
    const network = new Network();
    openChannel(network).send('Hello', NOW);
    network.calls[0]?.work();
    network.forget();

    const reloaded = openChannel(network);
    expect(reloaded.list.pending).toMatchObject([{ text: 'Hello' }]);
    void reloaded.catchUp();
    await settle();
    while (network.calls.length > 0) {
      network.calls[0]?.end('done');
      await settle();
    }
    expect(network.server.messages).toHaveLength(1);
    expect(reloaded.list.pending).toEqual([]);
    expect(sessionStorage).toHaveLength(0);
  });

  test('of a discarded message stops, also after a reload', async () => {
    const network = new Network();
    const channel = openChannel(network);
    channel.send('x'.repeat(4001), NOW);
    channel.discard(channel.list.pending[0]?.clientId ?? '');
    expect(openChannel(network).list.pending).toEqual([]);
    await settle();
    expect(network.calls).toEqual([]);
  });
});

describe('catching up', () => {
  test('reads page after page until it has everything', async () => {
    const network = new Network();
    for (let number = 1; number <= PAGE * 2 + 1; number += 1) {
      network.server.commit(`theirs-${number}`, `${number}`, true);
    }
    const channel = openChannel(network);
    void channel.catchUp();
    for (const expected of [PAGE, PAGE * 2, PAGE * 2 + 1]) {
      network.calls[0]?.end('done');
      await settle();
      expect(channel.list.saved).toHaveLength(expected);
    }
    expect(network.calls).toEqual([]);
  });

  test('happens by itself when a hint skips a number, and only then', async () => {
    const network = new Network();
    const [first, second, third] = ['1', '2', '3'].map((text) =>
      network.server.commit(`theirs-${text}`, text, true),
    );
    if (!first || !second || !third) throw new Error('Three messages were committed');
    const channel = openChannel(network);
    channel.hint(first);
    expect(network.calls).toHaveLength(0);
    channel.hint(third);
    expect(network.calls).toHaveLength(1);
    expect(channel.list.saved.map(({ number }) => number)).toEqual([1]);
    network.calls[0]?.end('done');
    await settle();
    expect(channel.list.saved).toEqual(network.server.messages);
  });

  test('asks once more when it is called again while it is under way', async () => {
    const network = new Network();
    const channel = openChannel(network);
    void channel.catchUp();
    void channel.catchUp();
    void channel.catchUp();
    expect(network.calls).toHaveLength(1);
    network.calls[0]?.end('done');
    await settle();
    expect(network.calls).toHaveLength(1);
    network.calls[0]?.end('done');
    await settle();
    expect(network.calls).toHaveLength(0);
  });

  test('without a connection keeps what the screen shows and tries again at the next occasion', async () => {
    const network = new Network();
    const channel = openChannel(network);
    channel.hint(network.server.commit('theirs-1', '1', true));
    network.server.commit('theirs-2', '2', true);
    const failing = channel.catchUp();
    network.calls[0]?.end('lost');
    await expect(failing).resolves.toBe(false);
    expect(channel.list.saved).toHaveLength(1);
    void channel.catchUp();
    network.calls[0]?.end('done');
    await settle();
    expect(channel.list.saved).toHaveLength(2);
  });
});
