import { expect, test } from 'vitest';
import { describeChange } from './describe-change.ts';
import { getTextLabel, numberItems } from './field-labels.ts';

const OPTION = { description: '', price: { kind: 'amount', amount: 8000 }, days: 0, maximum: 1 };
const CHOICE = { type: 'single-choice', help: 'Any', isRequired: true };

test('options, questions and choices are labelled by their numbers, never by their ids', () => {
  const names = [
    'title',
    'option.x7-kq',
    'option.x7-kq.description',
    'option.b2',
    'intake.topic',
    'intake.tone',
    'intake.tone.help',
    'intake.tone.calm',
    'intake.tone.loud',
  ];
  const numbers = numberItems(names);
  expect(names.map((name) => getTextLabel(name, numbers))).toEqual([
    'Title',
    'Option 1',
    'Description of option 1',
    'Option 2',
    'Question 1 to the buyer',
    'Question 2 to the buyer',
    'Help text of question 2',
    'Choice 1 of question 2',
    'Choice 2 of question 2',
  ]);
});

test('a removed option keeps its former number, although another option has that number now', () => {
  const [first, second] = [
    { ...OPTION, id: 'x7', title: 'First' },
    { ...OPTION, id: 'b2', title: 'Second' },
  ];
  const changes = describeChange(
    { options: [first, second], currency: 'USD' },
    { options: [{ ...second, title: 'Changed' }], currency: 'USD' },
  );
  expect(changes.map(({ label, before, after }) => [label, before, after])).toEqual([
    ['Option 1', 'First: + $80', '–'],
    ['Option 1', 'Second: + $80', 'Changed: + $80'],
  ]);
});

test('the translation of a choice names the choice and its question', () => {
  const intake = [
    { ...CHOICE, id: 'tone', label: 'Tone', choices: [{ id: 'calm', label: 'Calm' }] },
  ];
  const translated = (text: string) => ({
    intake,
    translations: { de: { texts: { 'intake.tone.calm': text } } },
  });
  expect(describeChange(translated('Still'), translated('Ruhig'))).toEqual([
    { label: 'Choice 1 of question 1 in German', before: 'Still', after: 'Ruhig' },
  ]);
});
