import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Visitor, type ESTree } from 'vite';
import { expect, test } from 'vitest';
import { lastNameOf, readSources, type Source } from '../support/sources.ts';

// Rules about imports are in .dependency-cruiser.mjs, rules about single files in .oxlintrc.json.

const root = join(import.meta.dirname, '../..');
const SOURCES = readSources('app', 'server');
const isEndpoint = ({ file }: Source) =>
  /^app\/(?:routing\/|http\/|[^/]+\/(?:pages|http)[./])/.test(file);

const textOf = ({ text }: Source, { start, end }: ESTree.Node) => text.slice(start, end);

/** The files with calls that the test finds, sorted, each once. */
function filesWithCalls(isFound: (call: ESTree.CallExpression, source: Source) => boolean) {
  return SOURCES.filter((source) => {
    let isHere = false;
    new Visitor({
      CallExpression(call) {
        isHere ||= isFound(call, source);
      },
    }).visit(source.program);
    return isHere;
  })
    .map(({ file }) => file)
    .toSorted();
}

test('the sources are found and parsed', () => {
  expect(SOURCES.length).toBeGreaterThan(1000);
  expect(SOURCES.filter(isEndpoint).length).toBeGreaterThan(100);
});

test('no file exports everything of another one: it would hide where things are', () => {
  const barrels = SOURCES.filter(({ program }) =>
    program.body.some(({ type }) => type === 'ExportAllDeclaration'),
  );
  expect(barrels.map(({ file }) => file)).toEqual([]);
});

test('the client of Socket.IO is loaded on demand, not with the page', () => {
  const early = SOURCES.filter(({ program }) =>
    program.body.some(
      (node) =>
        node.type === 'ImportDeclaration' &&
        node.importKind !== 'type' &&
        node.source.value.startsWith('socket.io-client'),
    ),
  );
  expect(early.map(({ file }) => file)).toEqual([]);
});

test('each folder of the app says in a page of 40 lines what it is', () => {
  const folders = readdirSync(join(root, 'app'), { withFileTypes: true })
    .filter((dirEntry) => dirEntry.isDirectory() && !['layouts', 'routes'].includes(dirEntry.name))
    .map(({ name }) => join('app', name, 'README.md'));
  expect(folders.length).toBeGreaterThan(8);
  const lengthOf = (path: string) =>
    readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
  const wrong = folders.filter((path) => !existsSync(join(root, path)) || lengthOf(path) > 40);
  expect(wrong).toEqual([]);
});

/** Calls of `Intl` and of methods that use it, outside of all functions: they run while a file is loaded. */
function formatsAtLoad({ program }: Pick<Source, 'program'>): number {
  let depth = 0;
  let count = 0;
  const enter = () => void (depth += 1);
  const leave = () => void (depth -= 1);
  const look = (callee: ESTree.Node) => {
    if (depth > 0 || callee.type !== 'MemberExpression') return;
    const isIntl = callee.object.type === 'Identifier' && callee.object.name === 'Intl';
    if (isIntl || lastNameOf(callee)?.startsWith('toLocale')) count += 1;
  };
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    NewExpression: ({ callee }) => look(callee),
    CallExpression: ({ callee }) => look(callee),
  }).visit(program);
  return count;
}

test('code of the browser formats no number or date while it is loaded: the first use of Intl is slow', () => {
  const onServer = /\.server\.|^server\/|^app\/assistant\/server\/draft\//;
  const inBrowser = SOURCES.filter(({ file }) => !onServer.test(file));
  expect(inBrowser.filter((source) => formatsAtLoad(source) > 0).map(({ file }) => file)).toEqual(
    [],
  );
});

/** Forms that write and are not sent by ActionForm or DownloadForm. */
function writingForms(source: Source): { seen: number; writing: string[] } {
  const writing: string[] = [];
  let seen = 0;
  new Visitor({
    JSXOpeningElement(element) {
      const { name, attributes } = element;
      if (name.type === 'JSXMemberExpression' && name.property.name === 'Form') {
        writing.push(textOf(source, element));
      }
      if (name.type !== 'JSXIdentifier' || !['form', 'Form'].includes(name.name)) return;
      seen += 1;
      const given = new Map(
        attributes.flatMap((attribute) =>
          attribute.type === 'JSXAttribute'
            ? [[attribute.name.name, attribute.value && textOf(source, attribute.value)]]
            : [],
        ),
      );
      const method = given.get('method');
      const isHarmless =
        method === '"get"' ||
        method === '"dialog"' ||
        given.has('onSubmit') ||
        given.get('role') === '"search"';
      if (method === '"post"' || !isHarmless) writing.push(textOf(source, element));
    },
  }).visit(source.program);
  return { seen, writing };
}

test('a form that writes is sent in one way, which keeps what was typed when a request fails', () => {
  const found = SOURCES.filter(
    ({ file }) => file.endsWith('.tsx') && !/\/form\/(?:action|download)-form\.tsx$/.test(file),
  ).map((source) => ({ file: source.file, ...writingForms(source) }));
  expect(found.reduce((sum, { seen }) => sum + seen, 0)).toBeGreaterThan(10);
  expect(found.flatMap(({ file, writing }) => writing.map((form) => `${file}: ${form}`))).toEqual(
    [],
  );
});

/** Everything that opens a transaction itself, instead of going through `change`, and why. */
const RAW_DOORS: Readonly<Record<string, string>> = {
  'app/chat/client/files/persisted-files.ts': 'means the database of the browser',
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

test('every transaction is opened by change, apart from the known exceptions', () => {
  const opening = filesWithCalls(({ callee }) =>
    callee.type === 'Identifier'
      ? ['transact', 'inTransaction'].includes(callee.name)
      : lastNameOf(callee) === 'transaction',
  );
  expect(opening).toEqual(Object.keys(RAW_DOORS).toSorted());
});

/** Everything that writes outside of a transaction, in one statement, and why. */
const BARE_WRITERS: Readonly<Record<string, string>> = {
  'app/chat/server/assignment/notify-managers.server.ts':
    'writes in a change; the prepared statement next to it only reads',
  'app/chat/server/privacy/block-visitor.server.ts': 'is run at start, before anybody listens',
  'app/chat/server/messages/append-messages.server.ts':
    'is the statement that most messages are: it writes what follows from them itself',
  'app/platform/change/claim.server.ts': 'is the outbox itself: what it notes has no effects',
  'app/platform/events/read-events.server.ts':
    'numbers what was committed, under the lock of a function: nothing follows that had not happened already',
  'app/platform/live-settings.server.ts': 'is run at start, before anybody listens',
  'app/platform/secrets.server.ts': 'makes a secret of the installation, once and for ever',
  'app/accounts/server/audit/address-subject.server.ts': 'is run at start, before anybody listens',
};

const TABLES = new Set<string>();
for (const { program } of SOURCES) {
  new Visitor({
    VariableDeclarator({ id, init }) {
      const isTable = init?.type === 'CallExpression' && lastNameOf(init.callee) === 'pgTable';
      if (isTable && id.type === 'Identifier') TABLES.add(id.name);
    },
  }).visit(program);
}

const WRITING_SQL =
  /\b(?:insert into|delete from|truncate|update \w+( \w+)?\s+set|select number_events)\b/;
const isTransaction = (node: ESTree.Node | undefined) =>
  ['tx', 'nested'].includes(lastNameOf(node) ?? '');

/** True if the call is a statement that writes and is not asked of a transaction, which `change` calls `tx`. */
function writesBare({ callee, arguments: [first] }: ESTree.CallExpression, source: Source) {
  if (callee.type !== 'MemberExpression' || isTransaction(callee.object)) return false;
  const method = lastNameOf(callee) ?? '';
  if (['insert', 'update', 'delete'].includes(method)) {
    return first?.type === 'Identifier' && TABLES.has(first.name);
  }
  return method === 'execute' && first !== undefined && WRITING_SQL.test(textOf(source, first));
}

test('every statement that writes is asked of the transaction of a change', () => {
  expect(TABLES.size).toBeGreaterThan(50);
  const asked = filesWithCalls(writesBare);
  const prepared = SOURCES.filter(
    ({ text }) => text.includes('new PreparedStatement') && WRITING_SQL.test(text),
  ).map(({ file }) => file);
  expect([...new Set([...asked, ...prepared])].toSorted()).toEqual(
    Object.keys(BARE_WRITERS).toSorted(),
  );
});

/** The functions of a file whose first parameter is `tx: Database`. */
function takersOfTransactions({ program }: Source): Set<string> {
  const names = new Set<string>();
  new Visitor({
    FunctionDeclaration({ id, params: [first] }) {
      if (first?.type !== 'Identifier' || first.name !== 'tx' || !id) return;
      const type = first.typeAnnotation?.typeAnnotation;
      const isDatabase =
        type?.type === 'TSTypeReference' && lastNameOf(type.typeName) === 'Database';
      if (isDatabase) names.add(id.name);
    },
  }).visit(program);
  return names;
}

test('a function that takes a transaction is handed one', () => {
  const takers = new Map(SOURCES.map((source) => [source.file, takersOfTransactions(source)]));
  const wrong = SOURCES.flatMap((source) => {
    const called = new Map([...(takers.get(source.file) ?? [])].map((name) => [name, name]));
    new Visitor({
      ImportDeclaration({ source: { value }, specifiers }) {
        if (!value.startsWith('.')) return;
        const from = takers.get(join(source.file, '..', value));
        for (const each of specifiers) {
          if (each.type !== 'ImportSpecifier') continue;
          if (from?.has(lastNameOf(each.imported) ?? '')) called.set(each.local.name, value);
        }
      },
    }).visit(source.program);
    const calls: string[] = [];
    new Visitor({
      CallExpression(call) {
        const { callee, arguments: given } = call;
        if (callee.type !== 'Identifier' || !called.has(callee.name)) return;
        if (!isTransaction(given[0])) calls.push(`${source.file}: ${textOf(source, call)}`);
      },
    }).visit(source.program);
    return calls;
  });
  expect([...takers.values()].reduce((sum, names) => sum + names.size, 0)).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});

test('nothing but the appending statement inserts a message', () => {
  const inserting = filesWithCalls(
    ({ callee, arguments: [first] }) =>
      lastNameOf(callee) === 'insert' && lastNameOf(first) === 'visitorMessages',
  );
  const inSql = SOURCES.filter(({ text }) => text.includes('insert into visitor_messages'));
  expect([...inserting, ...inSql.map(({ file }) => file)]).toEqual([
    'app/chat/server/messages/append-messages.server.ts',
  ]);
});

const ANNOUNCING = new Set([
  'nudge',
  'dropPage',
  'deskChanged',
  'pageChanged',
  'closeMember',
  'closeSession',
  'closeConversations',
]);

/** True if the node is `appContext` or `context.get(appContextKey)`. */
function isHost(node: ESTree.Node | null): boolean {
  if (node?.type === 'Identifier') return node.name === 'appContext';
  return node?.type === 'CallExpression' && lastNameOf(node.arguments[0]) === 'appContextKey';
}

test('pages and endpoints announce nothing: the use case that made a change tells of it', () => {
  const wrong = SOURCES.filter(isEndpoint).flatMap(({ file, program }) => {
    const found: string[] = [];
    new Visitor({
      Identifier({ name }) {
        if (ANNOUNCING.has(name)) found.push(`${file}: ${name}`);
      },
      MemberExpression(node) {
        if (isHost(node.object) && lastNameOf(node) === 'chat')
          found.push(`${file}: appContext.chat`);
      },
      VariableDeclarator({ id, init }) {
        if (id.type !== 'ObjectPattern' || !isHost(init)) return;
        for (const property of id.properties) {
          const name = property.type === 'Property' ? lastNameOf(property.key) : undefined;
          if (name === 'chat' || name === 'afterChange') found.push(`${file}: ${name}`);
        }
      },
    }).visit(program);
    return found;
  });
  expect(wrong).toEqual([]);
});
