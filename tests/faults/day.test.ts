import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memoryStorage } from '../../app/ui/browser-storage.ts';
import { ApiError } from '../../app/platform/api-client.ts';
import { FakeTime, settle } from '../support/fake-time.ts';
import { FakeVisitorServer, type Fault } from '../support/fake-visitor-server.ts';
import { openVisitorTab } from '../support/visitor-tab.ts';
import { topic } from '../support/topics.ts';

const HOURS = 24;
const MINUTE_MS = 60_000;
const { FAULT_DAYS = '1' } = process.env;

const FAULTS: readonly Fault[] = [
  'lost',
  'answer lost',
  new ApiError(503, "The service isn't available right now. Try again shortly."),
  new ApiError(429, 'That was too fast.', undefined, 5000),
];

/** What one minute of the day brings. */
const minute = fc.record({
  said: fc.nat(3),
  answers: fc.array(fc.constantFrom('once', 'twice', 'late', 'lost'), { maxLength: 3 }),
  faults: fc.array(fc.constantFrom(...FAULTS), { maxLength: 3 }),
  line: fc.constantFrom('stays', 'stays', 'stays', 'up', 'down'),
  server: fc.constantFrom('stays', 'stays', 'stays', 'stays', 'up', 'up', 'down'),
  isReloaded: fc.integer({ min: 0, max: 59 }).map((one) => one === 0),
});

test(`after ${HOURS} hours of lost, doubled and late hints, answers and connections the visitor sees the ledger`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(minute, { minLength: HOURS * 60, maxLength: HOURS * 60, size: 'max' }),
      async (day) => {
        const time = new FakeTime();
        const server = new FakeVisitorServer();
        const storage = memoryStorage();
        let tab = await openVisitorTab({ time, server, storage });
        tab.chat.chooseTopic(topic('sales'));
        tab.chat.giveEmail('elena.ruiz@northfold.example');
        await settle();
        const id = tab.see().conversation?.id ?? '';
        const said: string[] = [];
        let late: (() => void)[] = [];

        for (const { said: count, answers, faults, line, server: state, isReloaded } of day) {
          if (line !== 'stays') server.setSocket(line === 'up');
          if (state !== 'stays') server.isDown = state === 'down';
          server.faults.push(...faults);
          for (let number = 0; number < count; number += 1) {
            said.push(`own ${said.length}`);
            tab.chat.send(said.at(-1) ?? '');
          }
          for (const hint of late) hint();
          late = [];
          for (const fate of answers) {
            const message = server.sendText(id, `answer ${server.messages.get(id)?.length}`);
            const hint = () =>
              server.emit('message', { visitorId: '', conversationId: id, message });
            if (fate === 'once' || fate === 'twice') hint();
            if (fate === 'twice') hint();
            if (fate === 'late') late.push(hint);
          }
          if (isReloaded) {
            tab.close();
            tab = await openVisitorTab({ time, server, storage });
          }
          await time.advance(MINUTE_MS);
          const numbers = tab.see().list.saved.map(({ number }) => number);
          expect(numbers).toEqual(numbers.map((_, index) => index + 1));
        }

        server.isDown = false;
        server.faults.length = 0;
        server.setSocket(true);
        await time.advance(2 * MINUTE_MS);
        const truth = server.messages.get(id) ?? [];
        const { list } = tab.see();
        expect(list.saved).toEqual(truth);
        expect(list.pending).toEqual([]);
        expect(truth.filter(({ isAgent }) => !isAgent).map(({ text }) => text)).toEqual(said);
        tab.close();
      },
    ),
    { numRuns: Number(FAULT_DAYS), endOnFailure: true },
  );
});
