import { checkDraft } from '../app/assistant/server/draft/check-draft.ts';
import { mask } from '../app/assistant/server/draft/mask.ts';
import { insertLine } from '../app/chat/inbox/canned-text.ts';
import { findLinks } from '../app/chat/protocol/find-links.ts';
import { parseMessage } from '../app/chat/protocol/parse-message.ts';
import { readMail } from '../app/inbound-email/server/parse/read-mail.ts';
import {
  possibleSecretsIn,
  redactSecrets,
} from '../app/inbound-email/server/parse/redact-secrets.ts';
import { findCanonicalPath } from '../app/shop/canonical-path.ts';
import { atOnce } from '../app/platform/at-once.ts';
import { readingCsv } from '../app/platform/csv.ts';
import { withoutPersons } from '../app/platform/log.server.ts';
import { isBlank, toLine, toText } from '../app/platform/shown-text.ts';
import { readableSearch } from '../app/shop/pages/readable-search.ts';
import { CATALOGUE } from '../tests/support/catalogue.ts';
import { ENDLESS_EMAILS } from '../tests/support/endless-emails.ts';
import { mime } from '../tests/support/mime.ts';
import type { Benchmark, BenchmarkOptions, Table } from './table.ts';

/** Measures how long the server computes on texts that make careless code quadratic, and fails above a limit. */
export const hostileInput: Benchmark = { name: 'input', run: measureHostileInput };

interface Reader {
  readonly name: string;
  readonly limitMs: number;
  readonly inputs: readonly string[];
  readonly read: (input: string) => unknown;
}

const repeated = (part: string, length: number) => part.repeat(length / part.length);
const OWN = { ownHostname: 'shop.example', replyAddress: 'support@shop.example' };

const READERS: readonly Reader[] = [
  {
    name: 'text of a form',
    // Sorting the combining marks alone took two seconds and more.
    limitMs: 250,
    inputs: [
      `a${'\u0301'.repeat(31_000)}${'\u0323'.repeat(31_000)}`,
      `a${'\u0323\u0301'.repeat(31_000)}`,
      'a\u0323\u0301\u0302\u0316'.repeat(12_000),
      '\u1112\u1161\u11ab'.repeat(20_000),
      `${' '.repeat(62_000)}x`,
      `x${' '.repeat(62_000)}x`,
      '\r\n'.repeat(31_000),
      '\ud800'.repeat(62_000),
      '\u202e'.repeat(62_000),
    ],
    read(text) {
      for (const most of [80, 100_000]) toLine(text, most);
      for (const most of [4000, 100_000]) toText(text, most);
      isBlank(text);
    },
  },
  {
    name: 'links of a message',
    limitMs: 150,
    inputs: [
      'http://',
      'http://(',
      'http://a(',
      'https://a.b.',
      'http://)',
      'http://[',
      'http://a.ab',
      '((',
      'http://。',
      'http://x:9999999 ',
    ]
      .flatMap((part) => [repeated(part, 60_000), `https://${repeated(part, 60_000)}`])
      .concat(`https://a.bc${'漢'.repeat(60_000)}`, `https://a${'.'.repeat(60_000)}b!`),
    read: findLinks,
  },
  {
    name: 'lists of a message',
    limitMs: 50,
    inputs: [
      `1.${' '.repeat(3990)}\u2028x`,
      `1.${' '.repeat(60_000)}a\u2028`,
      `-${' '.repeat(60_000)}a\u2029`,
      ' '.repeat(4000),
      `-${'\t'.repeat(3998)}\u2029`,
    ],
    read: parseMessage,
  },
  {
    name: 'canned reply in a text',
    limitMs: 250,
    inputs: [`a${' '.repeat(60_000)}x`],
    read: (text) => insertLine(text, text.length, text.length, 'URL'),
  },
  {
    name: 'CSV of half a megabyte',
    limitMs: 750,
    inputs: [`id\n${'"a""b",'.repeat(200_000)}\n`, '"'.repeat(500_000)],
    read: (text) => atOnce(readingCsv(text)),
  },
  {
    name: 'path of a request',
    limitMs: 125,
    inputs: [`${'/'.repeat(60_000)}x`, `/services${'/'.repeat(60_000)}`],
    read: (path) => findCanonicalPath(CATALOGUE, path),
  },
  {
    name: 'query of a request, 100 times',
    limitMs: 150,
    inputs: ['a&', 'a=1&', '%41&', 'q&', '&', '%71', 'q'].map(
      (part) => `?x&${part.repeat(16_000 / part.length)}`,
    ),
    read(query) {
      for (let time = 0; time < 50; time += 1) {
        for (const path of ['/services/graphics', '/services']) readableSearch(path, query);
      }
    },
  },
  {
    name: 'text of an error',
    limitMs: 250,
    inputs: ['x'.repeat(64_000)],
    read: withoutPersons,
  },
  {
    name: 'secrets of an email',
    limitMs: 1500,
    inputs: [
      'token=',
      'token=\n>',
      '/order/a\n',
      'a-',
      '=\n> > ',
      `support+${'0f'.repeat(16)}`,
    ].map((part) => part.repeat(60_000)),
    read(text) {
      redactSecrets(text, OWN);
      possibleSecretsIn(text);
    },
  },
  {
    name: 'email',
    limitMs: 8000,
    inputs: ENDLESS_EMAILS.map(([, body]) => body),
    read: (body) =>
      readMail(
        {
          raw: mime({ from: 'Nora Lind <nora@mail.example>', subject: 'Re: Your chat', body }),
          isCut: false,
          fromAddress: 'hello@shop.example',
          ...OWN,
        },
        { isSplit: true },
      ),
  },
  {
    name: 'text sent to a model',
    limitMs: 300,
    inputs: ['a', '1', 'a@', '/order/', 'A1', '1-', '+'].map((part) =>
      repeated(part, 4000).slice(0, 4000),
    ),
    read: (text) => mask(text, { names: ['(a+)+$'] }),
  },
  {
    name: 'text drafted by a model',
    limitMs: 300,
    inputs: ['1 ', 'a.', '[1', '$', '5,', '+1-', 'a@'].map((part) => repeated(part, 4000)),
    read: (text) =>
      checkDraft(text, {
        sources: [{ number: 1, text: 'Logo Design. Price: $300 (USD)', money: [] }],
        mustCite: true,
        contacts: ['support@embarka.example', '+1 (555) 010-0199'],
        isOwnPage: () => false,
      }),
  },
];

async function measureHostileInput({ isQuick }: BenchmarkOptions): Promise<readonly Table[]> {
  const rows: [string, number, number, number][] = [];
  for (const { name, limitMs, inputs, read } of READERS) {
    let longest = 0;
    for (const input of inputs) longest = Math.max(longest, await leastCost(read, input, isQuick));
    rows.push([name, inputs.length, Math.round(longest * 10) / 10, limitMs]);
  }
  const slow = rows.filter(([, , longest, limit]) => longest > limit).map(([name]) => name);
  if (slow.length > 0) throw new Error(`Above the limit: ${slow.join(', ')}`);
  return [
    {
      title: 'Processor time on hostile input',
      columns: ['text', 'inputs', 'longest, ms', 'limit, ms'],
      rows,
    },
  ];
}

/** The least of three runs in milliseconds: other work of the process adds to the others. */
async function leastCost(
  read: (input: string) => unknown,
  input: string,
  isQuick: boolean,
): Promise<number> {
  let least = Infinity;
  for (let time = 0; time < (isQuick ? 1 : 3); time += 1) {
    const before = process.cpuUsage();
    await read(input);
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}
