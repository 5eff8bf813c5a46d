import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { FakeTime, settle } from '../../../tests/support/fake-time.ts';
import { FakeVisitorServer, type Fault } from '../../../tests/support/fake-visitor-server.ts';
import { openVisitorTab } from '../../../tests/support/visitor-tab.ts';
import { ApiError } from '../../platform/api-client.ts';
import { memoryStorage } from '../../ui/browser-storage.ts';
import { unreadCount } from './chat-state.ts';
import { topic } from '../../../tests/support/topics.ts';

const FAULTS: readonly Fault[] = [
  'lost',
  'answer lost',
  new ApiError(429, 'That was too fast.'),
  new ApiError(503, 'Starting.'),
];

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'send' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('agent' as const),
      hint: fc.constantFrom('once', 'twice', 'late', 'lost'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('fault' as const),
      fault: fc.constantFrom(...FAULTS),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('socket' as const), isUp: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('server' as const), isUp: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'retry' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'reload' } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: 'complete' } as const) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('panel' as const), isOpen: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: 40_000 }),
    }),
  },
);

test('whatever happens, the visitor ends with the server’s list and everything sent once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const time = new FakeTime();
      const server = new FakeVisitorServer();
      const storage = memoryStorage();
      let tab = await openVisitorTab({ time, server, storage });
      tab.chat.chooseTopic(topic('sales'));
      tab.chat.giveEmail('elena.ruiz@northfold.example');
      await settle();
      const id = tab.see().conversation?.id ?? '';
      const sent: string[] = [];
      const late: (() => void)[] = [];

      for (const happening of steps) {
        switch (happening.kind) {
          case 'send': {
            // Equal texts are different messages, told apart by their ids.
            const text = sent.length % 3 === 0 ? 'ok' : `own ${sent.length}`;
            tab.chat.send(text);
            sent.push(text);
            break;
          }
          case 'agent': {
            const message = server.sendText(id, `agent ${server.messages.get(id)?.length}`);
            const hint = () =>
              server.emit('message', { visitorId: '', conversationId: id, message });
            if (happening.hint === 'late') late.push(hint);
            if (happening.hint === 'once' || happening.hint === 'twice') hint();
            if (happening.hint === 'twice') hint();
            break;
          }
          case 'fault':
            server.faults.push(happening.fault);
            break;
          case 'socket':
            server.setSocket(happening.isUp);
            break;
          case 'server':
            server.isDown = !happening.isUp;
            break;
          case 'retry':
            for (const { clientId, state } of tab.see().list.pending) {
              if (state === 'failed') tab.chat.retry(clientId);
            }
            break;
          case 'reload':
            tab.close();
            tab = await openVisitorTab({ time, server, storage });
            break;
          case 'complete':
            server.emit('conversation', server.change(id, { isCompleted: true }));
            break;
          case 'panel':
            tab.chat.setOpen(happening.isOpen);
            break;
          case 'wait':
            await time.advance(happening.ms);
            break;
        }
        await settle();
        for (const hint of late.splice(0, late.length > 2 ? 2 : 0)) hint();
        expectOrdered(tab.see().list.saved.map(({ number }) => number));
      }

      server.isDown = false;
      server.faults.length = 0;
      await time.advance(10_000);
      tab.chat.setOpen(true);
      server.setSocket(true);
      await time.advance(60_000);

      const truth = server.messages.get(id) ?? [];
      const { list, conversation } = tab.see();
      expect(list.saved).toEqual(truth);
      expect(list.pending).toEqual([]);
      expect(truth.filter(({ isAgent }) => !isAgent).map(({ text }) => text)).toEqual(sent);
      expect(conversation?.lastNumber).toBe(truth.length);
      expect(conversation?.isCompleted).toBe(server.change(id, {}).isCompleted);
      expect(unreadCount(tab.see())).toBe(0);
      tab.close();
    }),
    propertyRuns(200),
  );
});

function expectOrdered(numbers: readonly number[]): void {
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
}
