import { expect, test } from 'vitest';
import { FakeTime } from '../../../tests/support/fake-time.ts';
import { ColleaguesWriting, describeWriting } from './colleagues.ts';

const MAYA = { id: 'maya', name: 'Maya Okafor' };
const LEO = { id: 'leo', name: 'Leo Marchetti' };

function openDesk() {
  const time = new FakeTime();
  let changes = 0;
  const writing = new ColleaguesWriting({
    ownId: 'ines',
    timers: time,
    onChange: () => {
      changes += 1;
    },
  });
  const receive = (by: typeof MAYA, how: { isNote?: boolean; isOver?: boolean } = {}) =>
    writing.receive({
      visitorId: 'elena',
      conversationId: 'conv_1',
      by,
      isNote: false,
      isOver: false,
      ...how,
    });
  return {
    time,
    writing,
    receive,
    said: () => describeWriting(writing.of('elena')),
    count: () => changes,
  };
}

test('whoever writes is named until they say that it is over, or nothing more', async () => {
  const { time, receive, said } = openDesk();
  expect(said()).toBe('');
  receive(MAYA);
  receive(LEO, { isNote: true });
  expect(said()).toBe('Maya Okafor and Leo Marchetti are writing…');
  receive(LEO, { isNote: true, isOver: true });
  expect(said()).toBe('Maya Okafor is writing…');
  await time.advance(9_000);
  receive(MAYA);
  await time.advance(9_000);
  expect(said()).toBe('Maya Okafor is writing…');
  await time.advance(1_000);
  expect(said()).toBe('');
});

test('one’s own tabs are no colleagues, and another visitor’s thread says nothing of it', () => {
  const { writing, receive, said, count } = openDesk();
  receive({ id: 'ines', name: 'Ines Duarte' });
  expect(said()).toBe('');
  expect(count()).toBe(0);
  receive(MAYA);
  expect(writing.of('priya')).toEqual([]);
  expect(writing.of(null)).toEqual([]);
  writing.over('elena', 'maya');
  writing.over('elena', 'maya');
  expect(count()).toBe(2);
});
