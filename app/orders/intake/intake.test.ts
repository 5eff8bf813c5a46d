import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inArabicDigits } from '../../../tests/support/arabic-digits.ts';
import { propertyRuns } from '../../../tests/support/property-runs.ts';
import { LIMITS } from '../../catalogue/protocol/limits.ts';
import { speechIn } from '../../i18n/translate.ts';
import { speaking } from '../../platform/speech.server.ts';
import { answerField, writeTypedAnswers } from '../protocol/order-form.ts';
import { ANSWER_MAX_LENGTH } from '../rules.ts';
import { editsBetween } from './answer-edits.ts';
import { convertNeeds } from './convert-needs.ts';
import {
  INTAKE_LIMITS,
  QUESTION_TYPES,
  type Answers,
  type IntakeQuestion,
  type QuestionType,
} from './intake-form.ts';
import { missingAnswers, validateAnswers, type TypedAnswers } from './validate-answers.ts';
import { validateForm, type EditedQuestion } from './validate-form.ts';

const COLOURS = [
  { id: 'red', label: 'Red' },
  { id: 'blue', label: 'Blue' },
  { id: 'green', label: 'Green' },
];

function question(parts: Partial<EditedQuestion> = {}): EditedQuestion {
  return {
    id: 'brand',
    type: 'short-text',
    label: 'Name of your brand',
    help: '',
    isRequired: true,
    choices: [],
    ...parts,
  };
}

function refusalsOf(...edited: Partial<EditedQuestion>[]) {
  return validateForm(edited.map(question)).refusals;
}

test('the limits are those of today', () => {
  expect(INTAKE_LIMITS.help).toBe(LIMITS.needs);
  expect(INTAKE_LIMITS.label).toBe(LIMITS.question);
  expect(INTAKE_LIMITS.longText).toBe(ANSWER_MAX_LENGTH);
  expect(QUESTION_TYPES).toHaveLength(8);
});

describe('an intake form', () => {
  test('is stored with cleaned texts, and its choices only for choices', () => {
    const edited = [
      question({ label: '  Name\u200b of  your brand\n', help: ' As on your card.\r\n ' }),
      question({
        id: 'colour',
        type: 'multiple-choice',
        choices: [...COLOURS, { id: '', label: ' ' }],
      }),
      question({ id: 'notes', type: 'long-text', isRequired: false, choices: COLOURS }),
    ];
    expect(validateForm(edited)).toEqual({
      form: [
        question({ help: 'As on your card.' }),
        question({ id: 'colour', type: 'multiple-choice', choices: COLOURS }),
        question({ id: 'notes', type: 'long-text', isRequired: false }),
      ],
      refusals: [],
    });
  });

  test('has no question for a row without text, and the fields keep the positions of the rows', () => {
    const { form, refusals } = validateForm([
      question({ id: '', label: ' ' }),
      question({ id: 'help', label: '', help: 'Only help' }),
    ]);
    expect(form).toHaveLength(1);
    expect(refusals).toEqual([{ key: 'label-missing', values: {}, field: 'question-1.label' }]);
  });

  test('has up to 25 questions', () => {
    const many = (count: number) =>
      refusalsOf(...Array.from({ length: count }, (_, index) => ({ id: `q-${index}` })));
    expect(many(25)).toEqual([]);
    expect(many(26)).toEqual([
      { key: 'questions-too-many', values: { maximum: 25 }, field: 'question-25' },
    ]);
  });

  test('has texts up to their limits, and longer ones are refused instead of cut', () => {
    const choices = (length: number) => [...COLOURS, { id: 'long', label: 'x'.repeat(length) }];
    expect(
      refusalsOf(
        { id: 'a', label: 'x'.repeat(200), help: 'x'.repeat(2000) },
        { id: 'b', type: 'single-choice', choices: choices(100) },
      ),
    ).toEqual([]);
    expect(
      refusalsOf(
        { id: 'a', label: 'x'.repeat(201), help: 'x'.repeat(2001) },
        { id: 'b', type: 'single-choice', choices: choices(101) },
      ).map(({ key, field }) => [key, field]),
    ).toEqual([
      ['label-too-long', 'question-0.label'],
      ['help-too-long', 'question-0.help'],
      ['choice-too-long', 'question-1.choice-3'],
    ]);
  });

  test('has questions and choices that can be told apart', () => {
    const choices = [
      ...COLOURS,
      { id: 'red', label: 'Crimson' },
      { id: 'RED', label: 'Scarlet' },
      { id: 'pink', label: ' red ' },
    ];
    expect(
      refusalsOf({}, {}, { id: 'No Id' }, { id: 'c', type: 'multiple-choice', choices }).map(
        ({ key, field }) => [key, field],
      ),
    ).toEqual([
      ['id-repeated', 'question-1'],
      ['id-invalid', 'question-2'],
      ['choice-id-repeated', 'question-3.choice-3'],
      ['choice-id-invalid', 'question-3.choice-4'],
      ['choice-repeated', 'question-3.choice-5'],
    ]);
  });

  test('has two choices where the buyer chooses one, and up to twenty', () => {
    const many = Array.from({ length: 21 }, (_, index) => ({
      id: `c-${index}`,
      label: `${index}`,
    }));
    const keys = (type: QuestionType, count: number) =>
      refusalsOf({ type, choices: many.slice(0, count) }).map(({ key }) => key);
    expect(keys('single-choice', 1)).toEqual(['choices-too-few']);
    expect(keys('single-choice', 2)).toEqual([]);
    expect(keys('multiple-choice', 0)).toEqual(['choices-too-few']);
    expect(keys('multiple-choice', 1)).toEqual([]);
    expect(keys('multiple-choice', 20)).toEqual([]);
    expect(keys('multiple-choice', 21)).toEqual(['choices-too-many']);
  });

  test('has only the eight types', () => {
    for (const type of QUESTION_TYPES) expect(refusalsOf({ type, choices: COLOURS })).toEqual([]);
    for (const type of ['checkbox', '', 'constructor', 'Short-text']) {
      expect(refusalsOf({ type })).toMatchObject([{ key: 'type-unknown' }]);
    }
  });

  test('that was stored is valid and stays as it is', () => {
    const edited = fc.array(
      fc.record({
        id: fc.oneof(fc.string(), fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/)),
        type: fc.constantFrom(...QUESTION_TYPES),
        label: fc.string({ unit: 'grapheme', maxLength: 210 }),
        help: fc.string({ unit: 'binary', maxLength: 100 }),
        isRequired: fc.boolean(),
        choices: fc.array(fc.record({ id: fc.stringMatching(/^[a-z]{1,3}$/), label: fc.string() })),
      }),
      { maxLength: 27 },
    );
    fc.assert(
      fc.property(edited, (each) => {
        const { form, refusals } = validateForm(each);
        const again = refusals.length === 0 ? validateForm(form) : { form, refusals: [] };
        expect(again).toEqual({ form, refusals: [] });
        expect(refusals.every(({ field }) => /^question-\d+/.test(field))).toBe(true);
      }),
      propertyRuns(300),
    );
  });
});

const FILES = new Set(Array.from({ length: 11 }, (_, index) => `file-${index}`));

function read(
  type: QuestionType,
  typed: string | readonly string[],
  { isComplete = true, isRequired = true } = {},
) {
  const form = [{ ...question({ isRequired, choices: COLOURS }), type }] as const;
  const { answers, refusals } = validateAnswers(
    form,
    { brand: typed },
    { files: FILES, isComplete },
  );
  return refusals[0] ? { ...refusals[0].values, refused: refusals[0].key } : answers.brand;
}

describe('an answer', () => {
  test('is one line or a longer text, up to its limit', () => {
    expect(read('short-text', '  Embarka\n Ltd. ')).toBe('Embarka Ltd.');
    expect(read('long-text', 'One\r\nTwo\n')).toBe('One\nTwo');
    expect(read('short-text', 'x'.repeat(200))).toHaveLength(200);
    const refused = 'answer-too-long';
    expect(read('short-text', 'x'.repeat(201))).toEqual({ refused, maximum: 200 });
    expect(read('long-text', 'x'.repeat(4000))).toHaveLength(4000);
    expect(read('long-text', 'x'.repeat(4001))).toEqual({ refused, maximum: 4000 });
    expect(read('long-text', 'x'.repeat(1_000_000))).toEqual({ refused, maximum: 4000 });
  });

  test('is missing where it is required and nothing visible was typed', () => {
    const nothing = ['', ' ', '\n', '\u200b', [], ['']];
    for (const type of QUESTION_TYPES) {
      for (const typed of nothing) {
        if (typed === ' ' || typed === '\n' || typed === '\u200b') {
          if (['single-choice', 'multiple-choice', 'files'].includes(type)) continue;
        }
        expect(read(type, typed)).toEqual({ refused: 'answer-missing' });
        expect(read(type, typed, { isComplete: false })).toBeUndefined();
        expect(read(type, typed, { isRequired: false })).toBeUndefined();
      }
    }
  });

  test.each([
    ['12', '12'],
    ['0', '0'],
    ['-0', '0'],
    ['-0.00', '0'],
    ['+7', '7'],
    ['007', '7'],
    ['000', '0'],
    ['1.50', '1.5'],
    ['1250.000', '1250'],
    ['-3.25', '-3.25'],
    ['−3', '-3'],
    ['1 250', '1250'],
    ['１２', '12'],
    ['١٬٢٥٠٫٥', '1250.5'],
    ['۱۲', '12'],
    ['1,250,000', '1250000'],
    ['-0.000123', '-0.000123'],
    ['999999999999999', '999999999999999'],
  ])('is the number %s as %s', (typed, stored) => {
    expect(read('number', typed)).toBe(stored);
    expect(read('number', stored)).toBe(stored);
  });

  test.each([
    '1,5',
    '1.250,00',
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '.',
    '1.',
    '.5',
    '--1',
    '1'.repeat(16),
  ])('is not the number %s', (typed) => {
    expect(read('number', typed)).toEqual({ refused: 'number-invalid' });
  });

  test.each([
    ['1,5', '1.5'],
    ['-1.250,75', '-1250.75'],
    ['1500', '1500'],
    ['1,500', '1.5'],
    ['1.5', '1.5'],
    ['123456789012345,123456', '123456789012345.123456'],
  ])('is the number %s in German as %s, and is shown as it is typed', (typed, stored) => {
    speaking(speechIn('de'), () => {
      expect(read('number', typed)).toBe(stored);
      const form = [{ ...question(), type: 'number' }] as const;
      const shown = writeTypedAnswers(form, { brand: stored });
      expect(read('number', shown[answerField('brand')] ?? '')).toBe(stored);
    });
  });

  test.each([
    ['de', '1.500', { whole: '1500', part: '1,500' }],
    ['de', '-1.250', { whole: '-1250', part: '-1,250' }],
    ['en', '1,500', { whole: '1500', part: '1.500' }],
  ] as const)('in %s, the number %s is asked about', (language, typed, values) => {
    expect(speaking(speechIn(language), () => read('number', typed))).toEqual({
      refused: 'number-ambiguous',
      typed,
      ...values,
    });
  });

  test.each(['2026-11-27', '2028-02-29', '1850-01-01', '9999-12-31'])('is the date %s', (typed) => {
    expect(read('date', ` ${typed} `)).toBe(typed);
    expect(read('date', inArabicDigits(typed))).toBe(typed);
  });

  test.each([
    '2026-02-30',
    '2027-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-1',
    // A date field sends these while the year is typed, or typed twice.
    '0202-11-27',
    '20266-11-27',
    '27.11.2026',
    '11/27/2026',
    '03/04/2026',
    '2026-11-27T00:00:00Z',
    'tomorrow',
  ])('is not the date %s', (typed) => {
    expect(read('date', typed)).toEqual({ refused: 'date-invalid' });
  });

  test.each([
    ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
    ['http://example.com', 'http://example.com/'],
    ['HTTPS://EXAMPLE.COM/A', 'https://example.com/A'],
    ['example.com', 'https://example.com/'],
    ['www.example.com:8080/path', 'https://www.example.com:8080/path'],
    ['https://münchen.de/ö', 'https://xn--mnchen-3ya.de/%C3%B6'],
    ['почта.рф', 'https://xn--80a1acny.xn--p1ai/'],
    ['http://192.0.2.1/', 'http://192.0.2.1/'],
  ])('is the link %s', (typed, stored) => {
    expect(read('link', typed)).toBe(stored);
    expect(read('link', stored)).toBe(stored);
  });

  test.each([
    'javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'file:///etc/passwd',
    'mailto:me@example.com',
    'me@example.com',
    'https://bank.example@evil.example/',
    'https://user:secret@example.com/',
    'https://',
    'https:// example.com',
    'see example.com',
    'example',
    '1.5',
    '//example.com',
    'https://exa mple.com',
  ])('is not the link %j', (typed) => {
    expect(read('link', typed)).toEqual({ refused: 'link-invalid' });
  });

  test('is no link that is longer than the limit as typed or as stored', () => {
    const long = (length: number, letter: string) => `https://example.com/${letter.repeat(length)}`;
    expect(read('link', long(1980, 'x'))).toHaveLength(2000);
    expect(read('link', long(1981, 'x'))).toEqual({ refused: 'answer-too-long', maximum: 2000 });
    expect(read('link', long(500, 'ö'))).toEqual({ refused: 'link-invalid' });
  });

  test('is one choice, or several in the order of the form', () => {
    expect(read('single-choice', 'blue')).toEqual(['blue']);
    expect(read('multiple-choice', 'blue')).toEqual(['blue']);
    expect(read('multiple-choice', ['green', 'red', 'green'])).toEqual(['red', 'green']);
    expect(read('single-choice', ['blue', 'red'])).toEqual({ refused: 'choices-several' });
    // Labels are translated, so only ids count.
    for (const typed of ['Blue', 'pink', 'constructor', '__proto__']) {
      expect(read('single-choice', typed)).toEqual({ refused: 'choice-unknown' });
      expect(read('multiple-choice', ['red', typed])).toEqual({ refused: 'choice-unknown' });
    }
  });

  test('is up to ten files that belong to the buyer', () => {
    expect(read('files', 'file-3')).toEqual(['file-3']);
    expect(read('files', ['file-3', 'file-1', 'file-3'])).toEqual(['file-3', 'file-1']);
    expect(read('files', ['file-1', 'of-somebody-else'])).toEqual({ refused: 'file-unknown' });
    expect(read('files', [...FILES])).toEqual({ refused: 'files-too-many', maximum: 10 });
  });
});

describe('answers', () => {
  const FORM: readonly IntakeQuestion[] = [
    { ...question(), type: 'short-text' },
    { ...question({ id: 'launch' }), type: 'date' },
    { ...question({ id: 'notes', isRequired: false }), type: 'long-text' },
    { ...question({ id: 'constructor' }), type: 'short-text' },
  ];
  const saving = { files: FILES, isComplete: false };

  test('are saved where they are valid, and the others are named', () => {
    const typed = { brand: 'Embarka', launch: '30.02.2026', notes: ' ' };
    expect(validateAnswers(FORM, typed, saving)).toEqual({
      answers: { brand: 'Embarka' },
      refusals: [{ key: 'date-invalid', values: {}, field: 'answer-launch' }],
    });
  });

  test('keep an order from starting until the required ones are there', () => {
    const missing = (answers: Answers) => missingAnswers(FORM, answers).map(({ id }) => id);
    // The question 'constructor' has no answer by inheritance.
    expect(missing({})).toEqual(['brand', 'launch', 'constructor']);
    expect(missing({ brand: 'x', launch: '', constructor: [] })).toEqual(['launch', 'constructor']);
    expect(missing({ brand: 'x', launch: '2026-11-27', constructor: 'x' })).toEqual([]);
    expect(missingAnswers([], {})).toEqual([]);
  });

  test('of a question that is no longer there are named, not dropped', () => {
    const { refusals } = validateAnswers(FORM, { brand: 'x', budget: '500' }, saving);
    expect(refusals).toEqual([{ key: 'question-unknown', values: {}, field: 'answer-budget' }]);
  });

  test('do not change when they are validated again, whatever was typed', () => {
    const form = QUESTION_TYPES.map((type) => ({
      ...question({ id: type, choices: COLOURS }),
      type,
    }));
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.webUrl(),
      fc.double().map(String),
      fc.date().map(String),
      fc.constantFrom('red', 'file-1', '2026-11-27'),
    );
    const typed = fc.dictionary(
      fc.constantFrom(...QUESTION_TYPES),
      fc.oneof(text, fc.array(text, { maxLength: 3 })),
    );
    fc.assert(
      fc.property(typed, (each: TypedAnswers) => {
        const { answers } = validateAnswers(form, each, saving);
        expect(validateAnswers(form, answers, saving)).toEqual({ answers, refusals: [] });
        expect(answers.link ?? 'https://').toMatch(/^https?:\/\//);
      }),
      propertyRuns(500),
    );
  });
});

describe('later edits', () => {
  const by = {
    author: { kind: 'member', memberId: 'm-1' },
    at: '2026-11-27T12:00:00.000Z',
  } as const;

  test('are recorded with author, time, old and new value, and only where something changed', () => {
    const before = { brand: 'Embarka', colours: ['red'], notes: 'Soon' };
    const after = { brand: 'Embarka Ltd.', colours: ['red'], launch: '2026-12-01' };
    expect(editsBetween(before, after, by)).toEqual([
      { questionId: 'brand', ...by, before: 'Embarka', after: 'Embarka Ltd.' },
      { questionId: 'notes', ...by, before: 'Soon', after: null },
      { questionId: 'launch', ...by, before: null, after: '2026-12-01' },
    ]);
    expect(editsBetween(after, after, by)).toEqual([]);
  });

  test('lead from the earlier answers to the later ones', () => {
    const answers = fc.dictionary(
      fc.constantFrom('brand', 'colours', 'constructor', 'notes'),
      fc.oneof(fc.string({ minLength: 1, maxLength: 2 }), fc.array(fc.string(), { minLength: 1 })),
      { noNullPrototype: true },
    );
    fc.assert(
      fc.property(answers, answers, (before, after) => {
        const state = new Map(Object.entries(before));
        for (const edit of editsBetween(before, after, by)) {
          expect(state.get(edit.questionId) ?? null).toEqual(edit.before);
          if (edit.after === null) state.delete(edit.questionId);
          else state.set(edit.questionId, edit.after as string);
        }
        expect(state).toEqual(new Map(Object.entries(after)));
      }),
      propertyRuns(300),
    );
  });
});

describe("'What we need from the buyer'", () => {
  test('becomes a required question for a long text for each line', () => {
    expect(convertNeeds('- Your logo\r\n\r\n• Your colours  \nA link to your site\n- \n')).toEqual(
      ['Your logo', 'Your colours', 'A link to your site'].map((label, index) => ({
        id: `need-${index + 1}`,
        type: 'long-text',
        label,
        help: '',
        isRequired: true,
        choices: [],
      })),
    );
    expect(convertNeeds('')).toEqual([]);
    expect(convertNeeds(' \n ')).toEqual([]);
  });

  test('keeps a long line as help, and lines beyond the 25th as help of the last question', () => {
    const line = 'word '.repeat(60).trim();
    const [long] = convertNeeds(line);
    expect(long).toMatchObject({ label: `${'word '.repeat(39).trim()}…`, help: line });
    const many = Array.from({ length: 30 }, (_, index) => `Line ${index + 1}`);
    const form = convertNeeds(many.join('\n'));
    expect(form).toHaveLength(25);
    expect(form[24]).toMatchObject({
      label: 'Line 25',
      help: 'Line 26\nLine 27\nLine 28\nLine 29\nLine 30',
    });
  });

  test('leads to a valid form that has every word of the text', () => {
    const text = fc
      .array(fc.oneof(fc.lorem({ maxCount: 40, mode: 'words' }), fc.string({ maxLength: 300 })), {
        maxLength: 40,
      })
      .map((lines) => lines.join('\n').slice(0, LIMITS.needs));
    fc.assert(
      fc.property(text, (needs) => {
        const form = convertNeeds(needs);
        const { refusals } = validateForm(form);
        expect(refusals).toEqual([]);
        const all = form.map(({ label, help }) => `${label}\n${help}`).join('\n');
        for (const line of needs.split('\n')) {
          const told = line
            .trim()
            .replace(/\s+/g, ' ')
            .replace(/^[-*](?: |$)/, '');
          expect(all).toContain(told);
        }
      }),
      propertyRuns(300),
    );
  });
});
