import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, posix, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

/**
 * Imports run one way: server → routes → layouts → rooms → ui, platform. What is written here is the
 * whole of it, for every folder: a new one or a new direction needs a line below, and a reason.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  server: [
    'server',
    'db',
    'pages',
    'host',
    'accounts',
    'accounts/protocol',
    'api',
    'api/protocol',
    'assistant',
    'catalogue',
    'catalogue/protocol',
    'chat',
    'chat/protocol',
    'files',
    'inbound-email',
    'notifications',
    'orders',
    'orders/protocol',
    'platform',
    'reviews',
    'shop',
  ],
  db: [
    'db',
    'content',
    'accounts',
    'accounts/protocol',
    'catalogue',
    'chat',
    'chat/protocol',
    'notifications',
    'orders',
    'orders/protocol',
    'platform',
    'reviews',
    'shop',
    'webhooks',
  ],
  content: [],
  examples: ['examples'],
  scripts: [
    'db',
    'scripts',
    'accounts',
    'accounts/protocol',
    'files',
    'orders',
    'platform',
    'ui',
    'tests',
  ],
  bench: [
    'server',
    'scripts',
    'bench',
    'accounts',
    'accounts/protocol',
    'catalogue',
    'chat',
    'chat/protocol',
    'files',
    'inbound-email',
    'platform',
    'reviews',
    'shop',
    'webhooks',
  ],
  pages: [
    'pages',
    'layouts',
    'host',
    'accounts',
    'accounts/protocol',
    'api',
    'api/protocol',
    'assistant',
    'assistant/protocol',
    'catalogue',
    'catalogue/protocol',
    'chat',
    'chat-client',
    'chat/protocol',
    'files',
    'inbound-email',
    'notifications',
    'notifications/protocol',
    'orders',
    'orders/protocol',
    'platform',
    'reviews',
    'shop',
    'ui',
    'webhooks',
    'webhooks/protocol',
  ],
  layouts: ['layouts', 'accounts/protocol', 'catalogue/protocol', 'platform', 'shop', 'ui'],
  host: [
    'host',
    'accounts',
    'api',
    'catalogue/protocol',
    'chat',
    'files',
    'inbound-email',
    'notifications',
    'platform',
  ],
  accounts: ['content', 'accounts', 'accounts/protocol', 'platform', 'ui'],
  'accounts/protocol': ['accounts', 'accounts/protocol', 'platform', 'ui'],
  api: [
    'accounts',
    'accounts/protocol',
    'api',
    'api/protocol',
    'catalogue',
    'catalogue/protocol',
    'chat',
    'chat/protocol',
    'notifications',
    'orders',
    'orders/protocol',
    'platform',
    'reviews',
    'shop',
    'ui',
    'webhooks/protocol',
  ],
  'api/protocol': ['accounts/protocol', 'api/protocol', 'platform', 'shop'],
  assistant: [
    'accounts',
    'accounts/protocol',
    'assistant',
    'assistant/protocol',
    'catalogue/protocol',
    'chat',
    'chat/protocol',
    'orders',
    'orders/protocol',
    'platform',
    'shop',
  ],
  'assistant/protocol': ['assistant/protocol'],
  catalogue: ['content', 'catalogue', 'catalogue/protocol', 'platform', 'shop', 'ui'],
  'catalogue/protocol': ['catalogue', 'catalogue/protocol', 'platform', 'shop'],
  chat: ['accounts', 'accounts/protocol', 'chat', 'chat/protocol', 'platform', 'ui'],
  'chat-client': [
    'assistant/protocol',
    'chat-client',
    'chat/protocol',
    'orders/protocol',
    'platform',
    'ui',
  ],
  'chat/protocol': ['accounts/protocol', 'chat/protocol', 'platform'],
  files: ['accounts', 'chat', 'chat/protocol', 'files', 'platform'],
  'inbound-email': [
    'accounts',
    'chat',
    'chat/protocol',
    'files',
    'inbound-email',
    'inbound-email/protocol',
    'orders',
    'platform',
    'shop',
    'ui',
  ],
  'inbound-email/protocol': ['inbound-email/protocol'],
  notifications: [
    'accounts',
    'accounts/protocol',
    'api',
    'chat',
    'chat-client',
    'chat/protocol',
    'notifications',
    'notifications/protocol',
    'platform',
    'ui',
    'webhooks',
  ],
  'notifications/protocol': [
    'accounts/protocol',
    'chat-client',
    'notifications/protocol',
    'platform',
  ],
  orders: [
    'accounts',
    'accounts/protocol',
    'chat',
    'chat/protocol',
    'orders',
    'orders/protocol',
    'platform',
    'reviews',
    'shop',
    'ui',
  ],
  'orders/protocol': ['chat/protocol', 'orders', 'orders/protocol', 'platform'],
  platform: ['platform'],
  reviews: ['platform', 'reviews', 'shop', 'ui'],
  shop: ['content', 'catalogue', 'catalogue/protocol', 'platform', 'shop', 'ui'],
  ui: ['platform', 'ui'],
  'vite-env.d.ts': ['vite-env.d.ts'],
  webhooks: ['accounts', 'api', 'chat', 'platform', 'ui', 'webhooks', 'webhooks/protocol'],
  'webhooks/protocol': ['api/protocol', 'orders/protocol', 'webhooks/protocol'],
};

const ROOMS = [
  'shop',
  'catalogue',
  'reviews',
  'chat',
  'chat-client',
  'files',
  'inbound-email',
  'orders',
  'accounts',
  'notifications',
  'api',
  'webhooks',
  'assistant',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  readonly from: string;
  /** As written: a package, or a path relative to the file. */
  readonly specifier: string;
  /** The file it leads to; undefined for a package. */
  readonly to: string | undefined;
  readonly isTypeOnly: boolean;
  readonly isDynamic: boolean;
}

/** Statements of the form import/export … from '…', import '…' and import('…'). */
function parseImports(from: string, source: string): Import[] {
  const code = source.replaceAll(/^\s*(\/\/|\*|\/\*).*$/gm, '');
  const statements = code.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[^;'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm,
  );
  const calls = code.matchAll(/(typeof\s+)?\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  const toImport = (isDynamic: boolean) => (match: RegExpMatchArray) => {
    const specifier = match[2] ?? '';
    const path = specifier.replace(/\?.*$/, '');
    return {
      from,
      specifier,
      to: path.startsWith('.') ? posix.join(posix.dirname(from), path) : undefined,
      isTypeOnly: match[1] !== undefined,
      isDynamic,
    };
  };
  return [...[...statements].map(toImport(false)), ...[...calls].map(toImport(true))];
}

function listFiles(...folders: string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
      [folder, ...file.split(sep)].join('/'),
    ),
  );
}

const FOLDERS = [
  'app',
  'bench',
  'content',
  'db',
  'examples',
  'scripts',
  'server',
  'tests',
] as const;

/** Tests stand beside what they test and may know everything, as what runs them may. */
const isTest = (file: string) =>
  file.startsWith('tests/') || /\.(test|spec|check|generate)\.tsx?$/.test(file);
const EVERYTHING = listFiles(...FOLDERS).filter((file) => /\.tsx?$/.test(file));
/** What an installation runs, and what draws its pictures. */
const FILES = EVERYTHING.filter((file) => /^(app|server)\//.test(file) && !isTest(file));
const IMPORTS = EVERYTHING.flatMap((file) =>
  parseImports(file, readFileSync(join(root, file), 'utf8')),
).filter(({ specifier, to }) => !specifier.includes('/+types/') && !to?.startsWith('build/'));

const ROUTES = FILES.filter(
  (file) => /^app\/(?:routing|http)\//.test(file) || /^app\/[\w-]+\/(?:pages|http)\//.test(file),
);

/** The layer or module of a file; undefined for a file without a place. */
function placeOf(file: string): string | undefined {
  if (file === 'app/host.ts') return 'host';
  if (isTest(file)) return 'tests';
  if (/^app\/(root\.tsx|app\.css|routes\.ts|entry\.\w+\.tsx)$/.test(file)) return 'pages';
  if (/^app\/(routing|http)\//.test(file) || /^app\/[\w-]+\/(pages|http)\//.test(file))
    return 'pages';
  if (/^app\/(portal|shop\/layout)\//.test(file)) return 'layouts';
  if (/^app\/chat\/(client|widget|inbox|embed(?!\/server))\//.test(file)) return 'chat-client';
  const [, protocolOf] = /^app\/([\w-]+)\/protocol\//.exec(file) ?? [];
  if (protocolOf) return `${protocolOf}/protocol`;
  const [top = '', folder = ''] = file.split('/');
  const place = top === 'app' ? folder : top;
  return place in MAY_IMPORT ? place : undefined;
}

/** Read as text a file is data, whatever stands in it: nothing of it runs. */
const isText = ({ specifier }: Import) => specifier.endsWith('?raw');

const show = (imports: readonly Import[]) =>
  imports.map(({ from, specifier }) => `${from} imports ${specifier}`);

describe('the parser of this test', () => {
  test('sees every form an import has', () => {
    const source = [
      "import a from './a.ts';",
      "import type { B } from '../b.ts';",
      'import {',
      '  c,',
      "} from './c/c.tsx';",
      "import './d.css';",
      "export { e } from './e.ts';",
      "export * from 'package';",
      "const f = await import('./f.ts');",
      "// import g from './g.ts';",
      "const text = 'h';",
      "export const i = 'from here';",
      "type J = typeof import('./j.ts');",
    ].join('\n');
    const seen = parseImports('app/x/y.ts', source);
    expect(seen.map(({ specifier }) => specifier)).toEqual([
      './a.ts',
      '../b.ts',
      './c/c.tsx',
      './d.css',
      './e.ts',
      'package',
      './f.ts',
      './j.ts',
    ]);
    expect(seen[1]).toMatchObject({ to: 'app/b.ts', isTypeOnly: true });
    expect(seen[5]).toMatchObject({ to: undefined, isTypeOnly: false });
    expect(seen[6]).toMatchObject({ to: 'app/x/f.ts', isDynamic: true });
  });

  test('finds the sources', () => {
    expect(FILES.length).toBeGreaterThan(100);
    expect(IMPORTS.length).toBeGreaterThan(FILES.length);
    expect(ROUTES.length).toBeGreaterThan(100);
    // Rules about these would hold for nobody, were they not there or not imported.
    for (const named of ['app/host.ts', 'app/platform/change/change.server.ts', 'server/assets.ts'])
      expect(IMPORTS.filter(({ to }) => to === named).length, named).toBeGreaterThan(0);
    expect(IMPORTS.filter(({ from }) => from === 'app/host.ts').length).toBeGreaterThan(0);
  });
});

test('every source has a place', () => {
  const homeless = EVERYTHING.filter((file) => file !== 'app/vite-env.d.ts' && !placeOf(file));
  expect(homeless).toEqual([]);
});

test('imports run one way, between rooms only where it is written above', () => {
  const wrong = IMPORTS.filter((found) => {
    if (found.to === undefined || isTest(found.from)) return false;
    if (isText(found)) return false;
    const target = placeOf(found.to);
    return !target || !MAY_IMPORT[placeOf(found.from) ?? '']?.includes(target);
  });
  expect(show(wrong)).toEqual([]);
});

test('every direction above is still taken', () => {
  const taken = new Set(IMPORTS.map(({ from, to }) => `${placeOf(from)} → ${to && placeOf(to)}`));
  const idle = Object.entries(MAY_IMPORT).flatMap(([from, targets]) =>
    targets
      .filter((to) => to !== from && !taken.has(`${from} → ${to}`))
      .map((to) => `${from} → ${to}`),
  );
  expect(idle).toEqual([]);
});

test('a folder with sources has its line above', () => {
  const known: readonly string[] = FOLDERS;
  const others = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .filter(
      (name) =>
        !known.includes(name) && !['node_modules', 'build', 'data', 'studio'].includes(name),
    )
    .filter((name) => listFiles(name).some((file) => /\.tsx?$/.test(file)));
  expect(others).toEqual([]);
});

test('what is read as text is data: a file of content or an example', () => {
  const wrong = IMPORTS.filter(
    (found) => isText(found) && !/^(content|examples)\//.test(found.to ?? ''),
  );
  expect(show(wrong)).toEqual([]);
});

test('content is texts and lists, no code', () => {
  expect(EVERYTHING.filter((file) => file.startsWith('content/'))).toEqual([]);
});

test('no file imports itself through others, not even for a type', () => {
  const next = new Map(EVERYTHING.map((file) => [file, [] as string[]]));
  for (const { from, to } of IMPORTS) if (to && next.has(to)) next.get(from)?.push(to);
  const finished = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
      return;
    }
    if (finished.has(file)) return;
    for (const target of next.get(file) ?? []) visit(target, [...path, file]);
    finished.add(file);
  };
  for (const file of EVERYTHING) visit(file, []);
  expect(circles).toEqual([]);
});

test('nothing imports the studio, which is a package of its own', () => {
  expect(show(IMPORTS.filter(({ to }) => to?.startsWith('studio/')))).toEqual([]);
});

test('no room knows the host, not even its type: use cases say what they need', () => {
  const wrong = IMPORTS.filter(
    ({ from, to }) => to === 'app/host.ts' && ROOMS.includes(placeOf(from) ?? ''),
  );
  expect(show(wrong)).toEqual([]);
});

test('the host is put together from types, so that the bundle opens nothing a second time', () => {
  const values = IMPORTS.filter(
    ({ from, to, isTypeOnly }) => from === 'app/host.ts' && to !== undefined && !isTypeOnly,
  );
  expect(show(values)).toEqual([]);
});

test('the chat does not know Socket.IO; one file loads its client when a chat is opened', () => {
  const known = IMPORTS.filter(
    ({ from, specifier }) => from.startsWith('app/') && specifier.startsWith('socket.io'),
  );
  const wrong = known.filter(
    ({ from, specifier, isTypeOnly, isDynamic }) =>
      from !== 'app/chat/client/live-connection.ts' ||
      specifier !== 'socket.io-client' ||
      !(isTypeOnly || isDynamic),
  );
  expect(show(wrong)).toEqual([]);
  expect(known.length).toBeGreaterThan(0);
});

test('what runs in a browser imports from the server’s files types alone', () => {
  // Routes are left out: React Router removes their server part from the browser's bundle.
  const wrong = IMPORTS.filter(
    ({ from, to, isTypeOnly }) =>
      from.startsWith('app/') &&
      !isTest(from) &&
      to?.includes('.server.') &&
      !isTypeOnly &&
      !from.includes('.server.') &&
      placeOf(from) !== 'pages',
  );
  expect(show(wrong)).toEqual([]);
});

test('what runs in a browser asks how nothing is written while it is loaded', () => {
  // Whoever asks `Intl` first keeps a slow telephone busy for as long as a press may take.
  const asking = /^(?:export )?const (?:(?!=>).)*(?:\bIntl\.\w+\(|\.toLocale\w*\()/m;
  expect("const COUNT = new Intl.NumberFormat('en-US');").toMatch(asking);
  expect("const say = (count: number) => count.toLocaleString('en-US');").not.toMatch(asking);
  const wrong = FILES.filter(
    (file) =>
      file.startsWith('app/') &&
      !isTest(file) &&
      !file.includes('.server.') &&
      // Drafts are written on the server, by files that its tests share.
      !file.startsWith('app/assistant/server/draft/') &&
      asking.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('a form that writes is sent in one way, which keeps what was typed when a request fails', () => {
  let seen = 0;
  const wrong = FILES.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const isTheWay = /^app\/ui\/form\/(action|download)-form\.tsx$/.test(file);
    if (isTheWay || !file.endsWith('.tsx')) return [];
    // A plain form may search, or hand what was typed to a script.
    const forms = code.match(/<[Ff]orm\b(?:[^>]|(?<==)>)*>/g) ?? [];
    seen += forms.length;
    const posting = forms.filter(
      (form) =>
        /method="post"/i.test(form) || !/method="(get|dialog)"|onSubmit|role="search"/.test(form),
    );
    const others = code.match(/\buse(Submit|Fetcher|Fetchers)\b|\.Form\b/g) ?? [];
    return [...posting, ...others].map((found) => `${file}: ${found}`);
  });
  expect(seen).toBeGreaterThan(10);
  expect(wrong).toEqual([]);
});

/** Everything that opens a transaction itself, instead of going through `change`, and why. */
const RAW_DOORS: Readonly<Record<string, string>> = {
  'app/chat/client/files/kept-files.ts': 'means the database of the browser',
  'app/catalogue/server/seed-catalogue.server.ts': 'is run at start, before anybody listens',
  'app/platform/change/in-transaction.server.ts': 'is what `change` opens',
  'app/platform/change/change.server.ts': 'is the door',
  'app/accounts/server/sign-in/create-account.server.ts':
    'is run by a command, where no process listens',
  'app/accounts/server/sign-in/printed-passwords.server.ts':
    'is run at start, before anybody listens',
  'app/accounts/server/sign-in/setup.server.ts': 'offers its link at start, before anybody listens',
  'app/accounts/server/sign-in/verify-email.server.ts': 'sets a savepoint inside a change',
};

test('everything that writes goes through one door', () => {
  const opening = FILES.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return /\.transaction\(|\b(transact|inTransaction)\(/.test(code);
  });
  expect(opening.toSorted()).toEqual(Object.keys(RAW_DOORS).toSorted());
});

/** What writes outside of any transaction, in one statement, and why. */
const BARE_WRITERS: Readonly<Record<string, string>> = {
  'app/chat/server/privacy/key-old-blocks.server.ts': 'is run at start, before anybody listens',
  'app/chat/server/messages/append-messages.server.ts':
    'is the statement that most messages are: it writes what follows from them itself',
  'app/platform/change/claim.server.ts': 'is the outbox itself: what it notes has no effects',
  'app/platform/events/number-events.server.ts':
    'numbers what was committed, under the lock of a function: nothing follows that had not happened already',
  'app/platform/secrets.server.ts': 'makes a secret of the installation, once and for ever',
  'app/accounts/server/audit/key-old-subjects.server.ts': 'is run at start, before anybody listens',
};

const SOURCES = new Map(FILES.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
const TABLES = new Set(
  [...SOURCES.values()].flatMap((code) =>
    [...code.matchAll(/const (\w+) = pgTable\(/g)].map(([, name = '']) => name),
  ),
);
const WRITING_SQL =
  /\b(insert into|delete from|truncate|update \w+( \w+)?\s+set|select number_events)\b/;

/** Statements that write and are not asked of a transaction, which `change` calls `tx`. */
function bareWrites(code: string): string[] {
  const byTable = [
    ...code.matchAll(/([\w.]+)\s*\.(?:insert|update|delete)\(\s*(\w+)\s*\)/g),
  ].filter(([, , table = '']) => TABLES.has(table));
  const bySql = [...code.matchAll(/([\w.]+)\s*\.execute(?:<[^(]*>)?\(\s*sql`/g)].filter(
    ({ index }) =>
      WRITING_SQL.test(
        code
          .slice(index)
          .split(/`\s*,?\s*\)/, 1)
          .join(''),
      ),
  );
  const bare = [...byTable, ...bySql].filter(([, asked = '']) => !/(^|\.)tx$|^nested$/.test(asked));
  const prepared = code.includes('new PreparedStatement') && WRITING_SQL.test(code);
  return [...bare.map(([text]) => text), ...(prepared ? ['a prepared statement'] : [])];
}

test('what writes is asked of the transaction of a change', () => {
  expect(bareWrites('await db\n  .update(profiles)')).toEqual(['db\n  .update(profiles)']);
  expect(bareWrites('host.db.execute(sql`\n delete from events`)')).toHaveLength(1);
  expect(bareWrites('await tx.delete(profiles); known.delete(key); db.select()')).toEqual([]);
  const writing = [...SOURCES].filter(([, code]) => bareWrites(code).length > 0);
  expect(writing.map(([file]) => file).toSorted()).toEqual(Object.keys(BARE_WRITERS).toSorted());
});

test('what takes a transaction is handed one', () => {
  let seen = 0;
  const wrong = [...SOURCES].flatMap(([file, code]) => {
    const own = [...code.matchAll(/function (\w+)(?:<[^(]*>)?\(\s*tx: Database/g)];
    seen += own.length;
    return own.flatMap(([declared, name = '']) => {
      const isExported =
        code.includes(`export ${declared}`) || code.includes(`export async ${declared}`);
      const calling = isExported
        ? IMPORTS.filter(({ from, to }) => to === file && SOURCES.has(from)).map(({ from }) => from)
        : [];
      return [file, ...new Set(calling)].flatMap((one) =>
        [
          ...(SOURCES.get(one) ?? '').matchAll(
            new RegExp(`(?<![\\w.]|function )${name}\\(\\s*([\\w.]+)`, 'g'),
          ),
        ]
          .filter(([, given = '']) => !/(^|\.)tx$|^nested$/.test(given))
          .map(([call]) => `${one}: ${call.replaceAll(/\s+/g, '')}`),
      );
    });
  });
  expect(seen).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('nobody but the appending statement inserts a message', () => {
  const wrong = FILES.filter((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    return /insert\(visitorMessages\)|insert into visitor_messages/.test(code);
  });
  expect(wrong).toEqual(['app/chat/server/messages/append-messages.server.ts']);
});

test('routes announce nothing: what follows from a change is told by the use case that made it', () => {
  const wrong = ROUTES.flatMap((file) => {
    const code = readFileSync(join(root, file), 'utf8');
    const named =
      code.match(
        /\bnudge\b|\bdropPage\b|\bdeskChanged\b|\bhost\.chat\b|\bpageChanged\b|\bclose(Member|Session|Conversations)\b/g,
      ) ?? [];
    const taken =
      code.match(
        /\{[^{}]*\b(chat|afterChange)\b[^{}]*\} = (host\b|context\.get\(hostContext\))/g,
      ) ?? [];
    return [...named, ...taken].map((found) => `${file}: ${found}`);
  });
  expect(wrong).toEqual([]);
});

test('routes and layouts open no change: what belongs together is one use case of a room', () => {
  const wrong = IMPORTS.filter(
    ({ from, to, isTypeOnly }) =>
      ['pages', 'layouts'].includes(placeOf(from) ?? '') &&
      to === 'app/platform/change/change.server.ts' &&
      !isTypeOnly,
  );
  expect(show(wrong)).toEqual([]);
});

test('what rooms bring is listed once: nothing but the list knows a room’s own', () => {
  const rooms = FILES.filter((file) => file.endsWith('/module.server.ts'));
  const knowing = IMPORTS.filter(({ from, to }) => to && rooms.includes(to) && !isTest(from));
  expect(knowing.map(({ from }) => from)).toEqual(rooms.map(() => 'server/modules.ts'));
  expect(new Set(knowing.map(({ to }) => to))).toEqual(new Set(rooms));
});

test('each room says in a page of 40 lines what it is', () => {
  const rooms = [
    ...ROOMS.filter((room) => room !== 'chat-client'),
    'chat/client',
    'platform',
    'ui',
  ];
  const lengths = rooms.map((room) => {
    const path = join(root, 'app', room, 'README.md');
    return [
      room,
      existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n').length : 0,
    ] as const;
  });
  expect(lengths.filter(([, length]) => length === 0 || length > 40)).toEqual([]);
});

test('every import leads to a file by its full name, as Node asks', () => {
  const wrong = IMPORTS.filter(
    ({ from, to }) =>
      to !== undefined &&
      !existsSync(resolve(root, to)) &&
      // What it shows its parser leads nowhere.
      from !== 'tests/unit/architecture.test.ts',
  );
  expect(show(wrong)).toEqual([]);
});

describe('there is', () => {
  const everything = listFiles(...FOLDERS);

  test('no barrel: a file of re-exports hides where things are', () => {
    const barrels = FILES.filter((file) => {
      const code = readFileSync(join(root, file), 'utf8');
      const hasStar = /^export\s+\*/m.test(code);
      const isIndex = /^index\.tsx?$/.test(basename(file));
      return hasStar || (isIndex && /^export\b[^;]*?\sfrom\s/m.test(code));
    });
    expect(barrels).toEqual([]);
  });

  test('no utils and no helpers: a file is named after what it does', () => {
    const vague = /^(utils?|helpers?|common|misc|lib)(\.|$)/;
    const wrong = everything.filter((file) =>
      [basename(file), basename(dirname(file))].some((name) => vague.test(name)),
    );
    expect(wrong).toEqual([]);
  });
});
