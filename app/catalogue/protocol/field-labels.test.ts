import { expect, test } from 'vitest';
import { describeChange, type TitledSections } from './describe-change.ts';
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

test('a service that moves is said to be in the section and the group as people know them', () => {
  const base = { place: 1, isHidden: false, translations: {} };
  const section = (id: string, title: string) => ({
    ...base,
    id,
    title,
    tagline: '',
    look: 'design',
  });
  const titled = {
    sections: [section('design', 'Design'), section('write', 'Writing')],
    groups: [
      { ...base, id: 'web', section: 'design', title: 'Web design' },
      { ...base, id: 'web', section: 'write', title: 'Texts for the web' },
    ],
  } as TitledSections;
  const moved = describeChange(
    { section: 'design', area: 'web' },
    { section: 'write', area: 'web' },
    titled,
  );
  expect(moved).toEqual([{ label: 'Section', before: 'Design', after: 'Writing' }]);
  const gone = describeChange(
    { section: 'old', area: 'x' },
    { section: 'write', area: 'web' },
    titled,
  );
  expect(gone).toEqual([
    { label: 'Section', before: 'old', after: 'Writing' },
    { label: 'Group', before: 'x', after: 'Texts for the web' },
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

test('a changed assignee of a step is named, and a former one by the id', () => {
  const step = { id: 'draft', title: 'Draft', days: null, isShown: false };
  const given = (assigneeId: string) => ({ checklist: [{ ...step, assigneeId }] });
  const staff = [{ id: 'maya', name: 'Maya Okafor' }];
  expect(
    describeChange(given('gone'), given('maya'), { sections: [], groups: [], staff }),
  ).toMatchObject([
    { before: 'Draft (assigned to gone)', after: 'Draft (assigned to Maya Okafor)' },
  ]);
});
