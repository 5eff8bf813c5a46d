import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RouteConfigEntry } from '@react-router/dev/routes';
import { getTableColumns, getTableName, is } from 'drizzle-orm';
import { PgTable, type PgColumn } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { useDatabase } from '../../../tests/support/database.ts';
import { ENDPOINT_LIST } from '../../../tests/support/endpoints.ts';
import { subscribe } from '../../../tests/support/subscriptions.ts';
import { isSecretAddress } from '../../platform/secret-address.ts';
import routes from '../../routes.ts';
import type { ParsedMail } from '../protocol/parsed-mail.ts';
import { hideOwnSecrets, SECRET_HASHES } from './hide-own-secrets.server.ts';
import { possibleSecretsIn, redactSecrets } from './parse/redact-secrets.ts';

const store = useDatabase();
const SECRET = 'aB3_-'.repeat(8) + 'xY9';
const OWN = { ownHostname: 'shop.example', replyAddress: 'support@shop.example' };

/** The addresses of all pages below these entries. */
function pagesOf(entries: readonly RouteConfigEntry[], above = ''): string[] {
  return entries.flatMap(({ path = '', children = [] }) => {
    const whole = path === '' ? above : `${above}/${path}`;
    return [whole, ...pagesOf(children, whole)];
  });
}

test('every address with a secret is kept out of quoted emails, logs and Referer headers', () => {
  const secret = [...pagesOf(routes), ...ENDPOINT_LIST.map(({ path }) => path)].filter((path) =>
    path.includes(':secret'),
  );
  expect(secret).toEqual(
    expect.arrayContaining(['/subscription/:secret', '/team/orders/calendar/:secret']),
  );
  for (const pattern of new Set(secret)) {
    const path = pattern.replace(':secret', SECRET);
    expect(isSecretAddress({ pathname: path, search: '' }), path).toBe(true);
    expect(redactSecrets(`> https://shop.example${path}`, OWN), path).toContain('(removed)');
    expect(redactSecrets(`> https://shop.example/es${path}`, OWN), path).not.toContain(SECRET);
  }
});

/** Secrets that no link contains: those of reply addresses have another form, the others are cookies. */
const NOT_LINKED = ['client_sessions', 'reply_addresses', 'visitor_browsers'];

test('every table with the hash of a linked secret is asked', async () => {
  const modules: readonly Record<string, unknown>[] = await Promise.all(
    globSync('app/**/tables.server.ts').map((file) => import(pathToFileURL(resolve(file)).href)),
  );
  const tables = modules
    .flatMap((module) => Object.values(module))
    .filter((each): each is PgTable => is(each, PgTable));
  const nameOf = (column: PgColumn) => `${getTableName(column.table)}.${column.name}`;
  const hashes = tables
    .filter((table) => !NOT_LINKED.includes(getTableName(table)))
    .flatMap((table) => Object.values<PgColumn>(getTableColumns(table)))
    .filter(({ name }) => /^(?:secret|token)_hash$/.test(name));
  expect(new Set(SECRET_HASHES.map(nameOf))).toEqual(new Set(hashes.map(nameOf)));
});

test('the secret of a subscription is removed from a quoted email without its link, too', async () => {
  const { secret } = await subscribe(store.db);
  const quoted = `> Open subscription (${secret})\n> and ${SECRET}`;
  const mail = { subject: '', folded: quoted, attachments: [], notAdded: [] };
  const parsed = { ...mail, text: 'Thanks', possibleSecrets: possibleSecretsIn(quoted) };
  expect(await hideOwnSecrets(store.db, parsed as unknown as ParsedMail)).toMatchObject({
    text: 'Thanks',
    folded: `> Open subscription ((removed))\n> and ${SECRET}`,
  });
});
