import { expect, test } from 'vitest';
import type { Command } from './command.ts';
import { matchCommands } from './command-palette.tsx';

const command = (name: string, more: Partial<Command> = {}): Command => ({
  id: name,
  name,
  run: () => undefined,
  ...more,
});

const GROUPS = [
  {
    name: 'Conversation',
    distance: 0,
    commands: [
      command('Resolve', { words: 'close complete done' }),
      command('Hand over to…', { words: 'assign transfer' }),
    ],
  },
  {
    name: 'Go to',
    distance: 1,
    commands: [command('Your account'), command('Team'), command('Account rules')],
  },
];

const namesOf = (text: string) =>
  matchCommands(GROUPS, text).map(({ name, commands }) => [name, ...commands.map((c) => c.name)]);

test('without a word everything is offered, in its order', () => {
  expect(matchCommands(GROUPS, '  ')).toEqual(GROUPS);
});

test('a command is found by the beginning of any of its words, said in the name or not', () => {
  expect(namesOf('assi')).toEqual([['Conversation', 'Hand over to…']]);
  expect(namesOf('over hand')).toEqual([['Conversation', 'Hand over to…']]);
  expect(namesOf('DONE')).toEqual([['Conversation', 'Resolve']]);
});

test('what begins with what was typed comes first', () => {
  expect(namesOf('acc')).toEqual([['Go to', 'Account rules', 'Your account']]);
});

test('what has only some of the words is not found', () => {
  expect(namesOf('team resolve')).toEqual([]);
  expect(namesOf('esolve')).toEqual([]);
});
