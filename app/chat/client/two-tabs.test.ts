import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeTime, settle } from '../../../tests/support/fake-time.ts';
import { FakeVisitorServer } from '../../../tests/support/fake-visitor-server.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { memoryStorage } from '../../ui/browser-storage.ts';
import { ConversationChannel } from './conversation-channel.ts';
import { localOutbox, type Outbox } from './outbox.ts';

const HOUR_MS = 60 * 60 * 1000;
const tabOf = fc.constantFrom(0, 1);

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), tab: tabOf }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reload' as const), tab: tabOf }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('told' as const), tab: tabOf }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('retry' as const), tab: tabOf }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'answer lost' } as const) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.integer({ min: 0, max: HOUR_MS / 12 }),
    }),
  },
);

test('two tabs that write without a connection send everything once, each in its order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const time = new FakeTime();
      const server = new FakeVisitorServer();
      const storage = memoryStorage();
      const { id } = await server.start({
        id: 'conv_1795224000000_two',
        email: 'elena.ruiz@northfold.example',
        topic: 'Sales Inquiry',
        service: null,
      });
      // Both tabs share one lock, as in a browser.
      let turn = Promise.resolve();
      const exclusively: Outbox['exclusively'] = (_id, work) => {
        turn = turn.then(work);
        return turn;
      };
      const open = () =>
        new ConversationChannel({
          conversationId: id,
          api: server,
          outbox: { ...localOutbox(storage), exclusively },
          timers: time,
          random: () => 0.5,
          onChange: () => {},
        });
      const tabs: [ConversationChannel, ConversationChannel] = [open(), open()];
      const written: [string[], string[]] = [[], []];

      server.isDown = true;
      for (const happening of steps) {
        switch (happening.kind) {
          case 'write': {
            const { tab } = happening;
            const text = `${tab} ${written[tab]?.length}`;
            written[tab]?.push(text);
            tabs[tab]?.send(text, time.now());
            break;
          }
          case 'reload':
            tabs[happening.tab]?.close();
            tabs[happening.tab] = open();
            break;
          case 'told':
            tabs[happening.tab]?.syncOutbox();
            break;
          case 'retry':
            for (const { clientId, state } of tabs[happening.tab]?.list.pending ?? []) {
              if (state === 'failed') tabs[happening.tab]?.retry(clientId);
            }
            break;
          case 'answer lost':
            server.isDown = false;
            server.faults.push('answer lost');
            await settle();
            server.isDown = true;
            break;
          case 'wait':
            await time.advance(happening.ms);
            break;
        }
        await settle();
      }

      await time.advance(HOUR_MS / 2);
      server.faults.length = 0;
      server.isDown = false;
      // Both tabs learn at the same moment that the network is back.
      await Promise.all(tabs.map((tab) => tab.catchUp()));
      await time.advance(60_000);
      await Promise.all(tabs.map((tab) => tab.catchUp()));
      await time.advance(60_000);

      const truth = server.messages.get(id) ?? [];
      const texts = truth.map(({ text }) => text);
      expect(texts.toSorted()).toEqual(written.flat().toSorted());
      for (const [tab, own] of written.entries()) {
        expect(texts.filter((text) => text.startsWith(`${tab} `))).toEqual(own);
      }
      for (const tab of tabs) {
        expect(tab.list.saved).toEqual(truth);
        expect(tab.list.pending).toEqual([]);
        tab.close();
      }
      expect(storage.length).toBe(0);
    }),
    propertyRuns(150),
  );
});
