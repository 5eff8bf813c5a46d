import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import searchWords from '../../content/search-words.json' with { type: 'json' };
import { ASSISTANT_TEAM_ES } from '../../app/assistant/team-words.es.ts';
import { CHAT_ES } from '../../app/chat-client/chat-words.es.ts';
import { CONVERSATION_TEAM_ES } from '../../app/conversation/team-words.es.ts';
import { INBOUND_MAIL_TEAM_ES } from '../../app/inbound-mail/team-words.es.ts';
import { LABELLED } from '../../app/marketplace/entries/field-labels.ts';
import { PIECES } from '../../app/marketplace/content/pieces.ts';
import { MARKETPLACE_TEAM_ES } from '../../app/marketplace/team-words.es.ts';
import { WEEK } from '../../app/team/settings/hours-form.ts';
import { SETTING_LABELS } from '../../app/team/settings/setting-labels.ts';
import { ORDERS_PAGES_ES } from '../../app/orders/orders-team.es.ts';
import { AUDIT_ACTIONS } from '../../app/platform/change/audit-actions.ts';
import { PLATFORM_TEAM_ES } from '../../app/platform/team-words.es.ts';
import { REACH_TEAM_ES } from '../../app/reach/team-words.es.ts';
import { REVIEWS_TEAM_ES } from '../../app/reviews/team-words.es.ts';
import { SHELL_ES } from '../../app/routes/shell-words.es.ts';
import { SERVER_ES, TEAM_ES } from '../../app/routes/words.server.ts';
import { SITE_ES } from '../../app/routes/words.es.ts';
import { PLACES } from '../../app/team/members/places.ts';
import { TEAM_TEAM_ES } from '../../app/team/team-words.es.ts';

const EVERYTHING: ReadonlySet<string> = new Set(
  [SITE_ES, CHAT_ES, TEAM_ES, SERVER_ES].flatMap((words) => Object.keys(words)),
);

function sourcesBelow(folder: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.es\./.test(file))
    .map((file) => join(folder, file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

const LITERAL = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")`;
const SAID = new RegExp(
  String.raw`\bsay\(\s*${LITERAL}|\bsayCounted\(\s*[^'"]*?,\s*${LITERAL}`,
  'g',
);
const REFUSED = new RegExp(String.raw`new RefusedError\(\s*\d+,\s*${LITERAL}`, 'g');

function sentencesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([, ...found]) => found.find((each) => each !== undefined) ?? '')
    .map((sentence) => sentence.replaceAll(/\\(.)/g, '$1'));
}

/** What a program reads, or nobody: the API is documented in English. */
const OF_PROGRAMS = /app\/reach\/api\//;

test('everything that the server refuses is refused in Spanish, too', () => {
  const missing = [...sourcesBelow('app'), ...sourcesBelow('server')]
    .filter(({ file }) => !OF_PROGRAMS.test(file))
    .flatMap(({ file, text }) =>
      sentencesOf(text, REFUSED)
        .filter((sentence) => !EVERYTHING.has(sentence))
        .map((sentence) => `${file}: ${sentence}`),
    );
  expect(missing).toEqual([]);
});

test('what lists name is named in Spanish', () => {
  const named = [
    ...Object.values(AUDIT_ACTIONS),
    ...Object.values(SETTING_LABELS),
    ...Object.values(PIECES).flatMap(({ title, about, fields }) => [
      title,
      about,
      ...fields.flatMap(({ label, hint = '' }) => [label, hint]),
    ]),
    ...Object.values<{ name?: string; title?: string }>(PLACES).flatMap(({ name, title }) => [
      name ?? '',
      title ?? '',
    ]),
    ...WEEK.map(({ name }) => name),
    ...searchWords.pages.map(({ title }) => title),
  ];
  expect(LABELLED.length).toBeGreaterThan(20);
  expect(named.filter((name) => name !== '' && !EVERYTHING.has(name))).toEqual([]);
});

/** The words that a place of each room loads, as `learn-place.ts` has it. */
const LOADED: Readonly<Record<string, readonly object[]>> = {
  'app/assistant/screens': [ASSISTANT_TEAM_ES],
  'app/chat-client/desk': [CONVERSATION_TEAM_ES, ORDERS_PAGES_ES],
  'app/conversation/screens': [CONVERSATION_TEAM_ES],
  'app/inbound-mail/screens': [INBOUND_MAIL_TEAM_ES],
  'app/layouts': [],
  'app/marketplace/screens/desk': [MARKETPLACE_TEAM_ES],
  'app/orders/screens': [ORDERS_PAGES_ES],
  'app/reach/screens': [REACH_TEAM_ES],
  'app/reviews/screens': [REVIEWS_TEAM_ES],
  'app/team/screens': [TEAM_TEAM_ES, PLATFORM_TEAM_ES],
  'app/ui': [],
};

describe('a page of the team loads all that it says', () => {
  test.each(Object.entries(LOADED))('for the screens of %s', (folder, words) => {
    const here = new Set([SITE_ES, SHELL_ES, ...words].flatMap((each) => Object.keys(each)));
    const missing = sourcesBelow(folder)
      .filter(({ file }) => !file.includes('.server.') && !file.includes('api-'))
      .flatMap(({ file, text }) =>
        sentencesOf(text, SAID)
          .filter((sentence) => !here.has(sentence))
          .map((sentence) => `${file}: ${sentence}`),
      );
    expect(missing).toEqual([]);
  });
});

/** Text between tags, and what is read out of a field or button: it stands in say() or is nobody's language. */
const BARE_TEXT = />\s*([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\s*</g;
const BARE_NAME = /\s(?:aria-label|title|label|placeholder|hint|lead)="([A-Z][^"]*[a-z][^"]*)"/g;

test('no screen of the team says a sentence past its translations', () => {
  const bare = Object.keys(LOADED)
    .flatMap((folder) => sourcesBelow(folder))
    .filter(({ file }) => file.endsWith('.tsx') && !/api-(?:doc|op|web)/.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(BARE_TEXT), ...text.matchAll(BARE_NAME)].map(
        ([, sentence]) => `${file}: ${sentence}`,
      ),
    );
  expect(bare).toEqual([]);
});
