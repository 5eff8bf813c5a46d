import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import searchWords from '../../content/search-words.json' with { type: 'json' };
import { ASSISTANT_TEAM_ES } from '../../app/assistant/team-words.es.ts';
import { CHAT_ES } from '../../app/chat/client/chat-words.es.ts';
import { CONVERSATION_TEAM_ES } from '../../app/chat/team-words.es.ts';
import { INBOUND_MAIL_TEAM_ES } from '../../app/inbound-email/team-words.es.ts';
import { LABELLED } from '../../app/catalogue/protocol/field-labels.ts';
import { PIECES } from '../../app/catalogue/protocol/content-blocks.ts';
import { MARKETPLACE_TEAM_ES } from '../../app/catalogue/team-words.es.ts';
import { WEEK } from '../../app/accounts/protocol/hours-form.ts';
import { SETTING_LABELS } from '../../app/accounts/protocol/setting-labels.ts';
import { ORDERS_PAGES_ES } from '../../app/orders/orders-team.es.ts';
import { AUDIT_ACTIONS } from '../../app/platform/change/audit-actions.ts';
import { PLATFORM_TEAM_ES } from '../../app/platform/team-words.es.ts';
import { KEYED_OPERATIONS } from '../../app/api/server/operations.server.ts';
import { describeParameters } from '../../app/api/server/openapi.server.ts';
import { PROBLEMS } from '../../app/api/server/problem.ts';
import { PUBLIC_OPERATIONS } from '../../app/api/server/public-operations.server.ts';
import { SCOPE_NAMES } from '../../app/api/protocol/scopes.ts';
import { EVENT_NAMES } from '../../app/webhooks/protocol/events.ts';
import { REACH_TEAM_ES } from '../../app/notifications/team-words.es.ts';
import { REVIEWS_TEAM_ES } from '../../app/reviews/team-words.es.ts';
import { SHELL_ES } from '../../app/routing/shell-words.es.ts';
import { SERVER_ES, TEAM_ES } from '../../app/routing/words.server.ts';
import { SITE_ES } from '../../app/routing/words.es.ts';
import { detailsOf } from '../../app/accounts/server/audit/audit.server.ts';
import { NAVIGATION_ITEMS } from '../../app/accounts/protocol/navigation-items.ts';
import { TEAM_TEAM_ES } from '../../app/accounts/team-words.es.ts';

const EVERYTHING: ReadonlySet<string> = new Set(
  [SITE_ES, CHAT_ES, TEAM_ES, SERVER_ES].flatMap((words) => Object.keys(words)),
);

/** The pages of the team; visitors' pages stand in the same folders. */
function teamPages(): { readonly file: string; readonly text: string }[] {
  const visitors =
    /^app\/shop\/|\/(?:confirm-review|report-review|moderation-log|receive-review|choose-praise|order|order-actions|order-file|order-receipt|payment|confirm-address|resume-chat|stop-mails|widget|api|preview|preview-content|preview-picture)(?:\.server)?\.tsx?$/;
  return sourcesBelow('app').filter(({ file }) => file.includes('/pages/') && !visitors.test(file));
}

function sourcesBelow(folder: string): { readonly file: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.es\./.test(file))
    .map((file) => join(folder, file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }));
}

const LITERAL = String.raw`(?:'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)")`;
const SAID = new RegExp(String.raw`\bt\(\s*${LITERAL}|\btPlural\(\s*[^'"]*?,\s*${LITERAL}`, 'g');
const REFUSED = new RegExp(String.raw`new RefusedError\(\s*\d+,\s*${LITERAL}`, 'g');

function sentencesOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)]
    .map(([, ...found]) => found.find((each) => each !== undefined) ?? '')
    .map((sentence) => sentence.replaceAll(/\\(.)/g, '$1'));
}

/** What a program reads, or nobody: the API is documented in English. */
const OF_PROGRAMS = /app\/api\/server\/|take-posted-mail/;

test('there are sentences to look for', () => {
  const texts = [...sourcesBelow('app'), ...sourcesBelow('server')].map(({ text }) => text);
  const count = (pattern: RegExp) => texts.flatMap((text) => [...text.matchAll(pattern)]).length;
  expect(count(SAID)).toBeGreaterThan(1000);
  expect(count(REFUSED)).toBeGreaterThan(50);
  expect(count(/new RefusedError\(\s*\d+,\s*([A-Z][A-Z_]+)\b/g)).toBeGreaterThan(50);
  expect(teamPages().length).toBeGreaterThan(50);
});

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

test('a refusal that has a name is in Spanish, too', () => {
  const missing = [...sourcesBelow('app'), ...sourcesBelow('server')]
    .filter(({ file }) => !OF_PROGRAMS.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/new RefusedError\(\s*\d+,\s*([A-Z][A-Z_]+)\b/g)]
        .flatMap(([, name]) =>
          sentencesOf(text, new RegExp(String.raw`const ${name} =\s*${LITERAL}`, 'g')),
        )
        .filter((sentence) => !EVERYTHING.has(sentence))
        .map((sentence) => `${file}: ${sentence}`),
    );
  expect(missing).toEqual([]);
});

test('what the forms of the team answer is in Spanish, too', () => {
  const missing = teamPages()
    .filter(({ file }) => file.endsWith('.ts'))
    .flatMap(({ file, text }) =>
      sentencesOf(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, ''), new RegExp(LITERAL, 'g'))
        .filter((sentence) => /^[A-Z][^<>]* [^<>]*[.?]$/.test(sentence))
        .filter((sentence) => !EVERYTHING.has(sentence))
        .map((sentence) => `${file}: ${sentence}`),
    );
  expect(missing).toEqual([]);
});

test('no refusal is put together past its translation', () => {
  const built = [...sourcesBelow('app'), ...sourcesBelow('server')]
    .filter(({ file }) => !OF_PROGRAMS.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/new RefusedError\(\s*\d+,\s*`([^`]*)`/g)]
        .filter(
          ([, said = '']) =>
            !/^(?:\$\{(?:t|tPlural|tDynamic|(?:format|describe|get)\w+)\([^`]*\}\s*)+$/.test(said),
        )
        .map(([, said]) => `${file}: ${said}`),
    );
  expect(built).toEqual([]);
});

/** What is the same in every language. */
const UNTRANSLATED = new Set(['/offer', 'API', '&nbsp;·', 'https://example.com/webhooks']);
const SAID_BY_ATTRIBUTE = /^(?:title|alt|placeholder|label|hint|aria-label)$/;

/** Texts of a component that stand in its markup as they are. */
function bareTextsOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value, name } = node as Record<string, unknown>;
  const inAttribute =
    type === 'JSXAttribute' && SAID_BY_ATTRIBUTE.test((name as { name: string }).name)
      ? (value as { value?: unknown } | null)?.value
      : undefined;
  const text = type === 'JSXText' ? value : inAttribute;
  const found = typeof text === 'string' && /\p{L}{2}/u.test(text) ? [text.trim()] : [];
  return [...found, ...Object.values(node).flatMap(bareTextsOf)];
}

test('no component shows a sentence past its translation', () => {
  const bare = sourcesBelow('app')
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) =>
      bareTextsOf(parseSync(file, text).program).map((said) => ({ file, said })),
    )
    .filter(({ said }) => !UNTRANSLATED.has(said));
  expect(bare).toEqual([]);
});

test('whoever wrote a note is named in Spanish, oneself included', () => {
  const choices = sourcesBelow('app').flatMap(({ file, text }) =>
    [...text.matchAll(/\? '([A-Z][a-z ]+)' :|: '([A-Z][a-z ]+)'[;)}]/g)]
      .map(([, one, other]) => one ?? other ?? '')
      .filter((said) => file.endsWith('.tsx') && EVERYTHING.has(said))
      .map((said) => `${file}: ${said}`),
  );
  expect(choices).toEqual([]);
});

/** The words of a sentence, without what stands in its places. */
const skeletonOf = (sentence: string) => sentence.replaceAll(/\$?\{[^{}]*\}/g, '{}');
const SKELETONS = new Set(
  Object.keys(AUDIT_ACTIONS)
    .flatMap(detailsOf)
    .flatMap((each) => each.split('|'))
    .map(skeletonOf),
);
const DETAIL = /\bdetail(?::| =) (?:'([^'\n]+)'|`([^`\n]+)`),?$/gm;

test('what the audit log is told is read in Spanish', () => {
  const told = [...sourcesBelow('app'), ...sourcesBelow('server')]
    .filter(({ file }) => !OF_PROGRAMS.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(DETAIL)].map(([, plain, built]) => ({ file, said: plain ?? built ?? '' })),
    );
  expect(told.length).toBeGreaterThan(10);
  const missing = told.filter(
    ({ said }) =>
      !SKELETONS.has(skeletonOf(said)) &&
      skeletonOf(said)
        .split(/, | · | → /)
        .some((part) => /[a-z]/i.test(part) && !SKELETONS.has(part)),
  );
  expect(missing).toEqual([]);
});

/** Causes by the codes of libraries, which are kept and shown. */
const CAUSES = /\bconst (?:FAULTS|CAUSES|WHY_REFUSED)\b[^=]*= \{([^}]*)\}/g;

test('what went wrong is told in Spanish', () => {
  const causes = sourcesBelow('app').flatMap(({ text }) =>
    [...text.matchAll(CAUSES)].flatMap(([, list = '']) =>
      sentencesOf(list, new RegExp(String.raw`:\s*${LITERAL}`, 'g')),
    ),
  );
  expect(causes.length).toBeGreaterThan(20);
  expect(causes.filter((cause) => !EVERYTHING.has(cause))).toEqual([]);
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
    ...Object.values<{ name?: string; title?: string }>(NAVIGATION_ITEMS).flatMap(
      ({ name, title }) => [name ?? '', title ?? ''],
    ),
    ...WEEK.map(({ name }) => name),
    ...Object.values(EVENT_NAMES),
    ...Object.values(SCOPE_NAMES),
    ...Object.values(PROBLEMS).flatMap(({ title, advice }) => [title, advice]),
    ...[...PUBLIC_OPERATIONS, ...KEYED_OPERATIONS].flatMap(
      ({ title, description, parameters, query }) => [
        title,
        description,
        ...describeParameters(parameters, 'path').map((each) => each.description),
        ...describeParameters(query, 'query').map((each) => each.description),
      ],
    ),
    ...searchWords.pages.map(({ title }) => title),
  ];
  expect(LABELLED.length).toBeGreaterThan(20);
  expect(named.filter((name) => name !== '' && !EVERYTHING.has(name))).toEqual([]);
});

/** A name out of a list of constants, shown as it is written there: one of them, or each in turn. */
const ONE_RAW =
  /(?<!\bt(?:Dynamic)?\()(?<![\w.])[A-Z][A-Z_]{2,}\[[^\]\n]+\]\.(?:name|title|label|meaning|text)\b/g;
const EACH =
  /(?<!, )\b([A-Z][A-Z_]{2,})\)?\.map\(\((?:\[\w+, )?(?:\{[^}]*\b(?:name|title|label|meaning)\b[^}]*\}|name)\]?\) =>/g;
const SHOWN_RAW = />\s*\{(?:name|title|label|meaning)\}|\{ value(?:: \w+)?, name \}/;

test('no screen shows a name out of a list past its translation', () => {
  const raw = Object.keys(LOADED)
    .flatMap((folder) => sourcesBelow(folder))
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) => [
      ...[...text.matchAll(ONE_RAW)].map(([found]) => `${file}: ${found}`),
      ...[...text.matchAll(EACH)]
        .filter(({ 0: head, index }) => {
          // As far as this list goes: to the next one, or to the end of its component.
          const [body = ''] = text.slice(index + head.length).split(/\.map\(|\n\}\n/, 1);
          return SHOWN_RAW.test(body);
        })
        .map(([, list]) => `${file}: ${list}`),
    ]);
  expect(raw).toEqual([]);
});

/** The words that a place of each room loads, as `learn-place.ts` has it. */
const LOADED: Readonly<Record<string, readonly object[]>> = {
  'app/assistant/ui': [ASSISTANT_TEAM_ES],
  'app/chat/inbox': [CONVERSATION_TEAM_ES, ORDERS_PAGES_ES],
  'app/chat/ui': [CONVERSATION_TEAM_ES],
  'app/inbound-email/ui': [INBOUND_MAIL_TEAM_ES],
  'app/portal': [TEAM_TEAM_ES, PLATFORM_TEAM_ES],
  'app/catalogue/ui': [MARKETPLACE_TEAM_ES],
  'app/orders/ui': [ORDERS_PAGES_ES],
  'app/api/ui': [REACH_TEAM_ES],
  'app/notifications/ui': [REACH_TEAM_ES],
  'app/webhooks/ui': [REACH_TEAM_ES],
  'app/reviews/ui': [REVIEWS_TEAM_ES],
  'app/accounts/ui': [TEAM_TEAM_ES, PLATFORM_TEAM_ES],
  'app/ui': [],
};

test('a page of the team loads all that it says', () => {
  const missing = Object.entries(LOADED).flatMap(([folder, words]) => {
    const here = new Set([SITE_ES, SHELL_ES, ...words].flatMap((each) => Object.keys(each)));
    return sourcesBelow(folder)
      .filter(({ file }) => !file.includes('.server.'))
      .flatMap(({ file, text }) =>
        sentencesOf(text, SAID)
          .filter((sentence) => !here.has(sentence))
          .map((sentence) => `${file}: ${sentence}`),
      );
  });
  expect(missing).toEqual([]);
});

/** Text between tags, and what is read out of a field or button: it stands in t() or is nobody's language. */
const BARE_TEXT = />\s*([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\s*</g;
const BARE_BUILT = /(?<![\w(.])`([A-Z][a-z]+[: ][^`]*\$\{[^`]*)`/g;
const BARE_NAME = /\s(?:aria-label|title|label|placeholder|hint|lead)="([A-Z][^"]*[a-z][^"]*)"/g;

test('no screen of the team says a sentence past its translations', () => {
  const bare = Object.keys(LOADED)
    .flatMap((folder) => sourcesBelow(folder))
    .filter(({ file }) => file.endsWith('.tsx'))
    .flatMap(({ file, text }) =>
      [BARE_TEXT, BARE_NAME, BARE_BUILT]
        .flatMap((bare) => [...text.matchAll(bare)])
        .map(([, sentence]) => `${file}: ${sentence}`),
    );
  expect(bare).toEqual([]);
});
