import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { StoredMessage } from '../app/platform/stored-message.ts';
import { TestClock, useDatabase } from '../tests/support/database.ts';
import { AUDIT_LIST } from '../app/accounts/protocol/audit-list.ts';
import { listAudit } from '../app/accounts/server/audit/audit.server.ts';
import { JOB_LIST } from '../app/platform/change/job-list.ts';
import { listJobs } from '../app/platform/change/jobs.server.ts';
import { readListState } from '../app/platform/lists/list-state.ts';

const store = useDatabase();

/** Runs what the migration does with rows; its columns exist already. */
async function migrateRows(): Promise<void> {
  const file = new URL('migrations/0054_stored_messages.sql', import.meta.url);
  const statements = (await readFile(file, 'utf8')).split('--> statement-breakpoint');
  const first = statements.findIndex((statement) => statement.includes('-- by hand'));
  for (const statement of statements.slice(first)) await store.pool.query(statement);
}

/** A detail as it was stored in English, in Spanish, and what it becomes. */
type Case = readonly [action: string, english: string, spanish: string, message: StoredMessage];

const AUDITED: readonly Case[] = [
  ['signed-in', 'passkey', 'llave de acceso', { key: 'accounts.passkey', values: {} }],
  [
    'factor-added',
    'authenticator app',
    'aplicación de autenticación',
    { key: 'accounts.authenticator-app', values: {} },
  ],
  [
    'sign-in-refused',
    'Your account is suspended.',
    'Tu cuenta está suspendida.',
    { key: 'accounts.suspended', values: {} },
  ],
  [
    'sign-in-refused',
    'Your account at Acme has no role here. Please ask an admin.',
    'Tu cuenta de Acme no tiene ningún rol aquí. Pregunta a un administrador.',
    { key: 'accounts.no-role', values: { name: 'Acme' } },
  ],
  ['approved', 'agent', 'agente', { key: 'accounts.role', values: { role: 'agent' } }],
  [
    'approved',
    'manager, address not proved',
    'gestor, dirección sin demostrar',
    { key: 'accounts.role-unproven', values: { role: 'manager' } },
  ],
  [
    'role-changed',
    'agent → admin',
    'agente → administrador',
    { key: 'accounts.role-changed', values: { to: 'admin', from: 'agent' } },
  ],
  [
    'role-changed',
    'agent → support, as the provider says',
    'agente → soporte, según el proveedor',
    { key: 'accounts.role-changed-by-provider', values: { to: 'support', from: 'agent' } },
  ],
  [
    'role-kept',
    'the provider says agent',
    'el proveedor dice agente',
    { key: 'accounts.role-at-provider', values: { role: 'agent' } },
  ],
  [
    'account-requested',
    'asked for the role manager',
    'pidió el rol gestor',
    { key: 'accounts.role-asked', values: { role: 'manager' } },
  ],
  ['account-requested', 'by Acme', 'por Acme', { key: 'accounts.by', values: { name: 'Acme' } }],
  [
    'account-created',
    'first admin, by the set-up link',
    'primer administrador, por el enlace de configuración',
    { key: 'accounts.first-admin', values: {} },
  ],
  [
    'account-created',
    'agent, by Acme',
    'agente, por Acme',
    { key: 'accounts.role-by', values: { name: 'Acme', role: 'agent' } },
  ],
  [
    'declined',
    'by whoever reads mails to that address',
    'por quien lee los correos de esa dirección',
    { key: 'accounts.declined-by-reader', values: {} },
  ],
  [
    'session-ended',
    'Firefox on Linux',
    'Firefox en Linux',
    { key: 'accounts.browser', values: { system: 'Linux', browser: 'Firefox' } },
  ],
  ['session-ended', 'A browser', 'Un navegador', { key: 'accounts.browser', values: {} }],
  [
    'webhook-added',
    'message.sent, order.changed, with what messages say',
    'message.sent, order.changed, con lo que dicen los mensajes',
    {
      key: 'webhooks.endpoint',
      values: { events: 'message.sent, order.changed', withContents: true },
    },
  ],
  [
    'webhook-added',
    'message.sent',
    'message.sent',
    { key: 'webhooks.endpoint', values: { events: 'message.sent', withContents: false } },
  ],
  [
    'webhook-disabled',
    'it answered 410 Gone',
    'respondió 410 Gone',
    { key: 'webhooks.disabled-gone', values: {} },
  ],
  [
    'webhook-disabled',
    'nothing was received for three days',
    'no se recibió nada en tres días',
    { key: 'webhooks.disabled-silent', values: {} },
  ],
  [
    'team-created',
    'Sales · always · 3 members',
    'Sales · siempre · 3 miembros',
    { key: 'chat.team', values: { hours: '', topics: 'Sales', members: 3 } },
  ],
  [
    'team-changed',
    'no topics · Mo 9-17 · 1 member',
    'sin temas · Mo 9-17 · 1 miembro',
    { key: 'chat.team', values: { hours: 'Mo 9-17', topics: '', members: 1 } },
  ],
  [
    'conversation-snoozed',
    'brought back',
    'devuelta a abiertas',
    { key: 'chat.brought-back', values: {} },
  ],
  [
    'conversation-labelled',
    'label abc put on',
    'etiqueta abc puesta',
    { key: 'chat.label-put-on', values: { id: 'abc' } },
  ],
  [
    'conversation-labelled',
    'label abc taken off',
    'etiqueta abc quitada',
    { key: 'chat.label-taken-off', values: { id: 'abc' } },
  ],
  [
    'conversation-answered',
    'message 4',
    'mensaje 4',
    { key: 'chat.message', values: { number: 4 } },
  ],
  [
    'message-taken-back',
    'message 4 of abc, by its visitor',
    'mensaje 4 de abc, por su visitante',
    { key: 'chat.message-of', values: { number: 4, byVisitor: true, conversation: 'abc' } },
  ],
  [
    'message-taken-back',
    'message 4 of abc',
    'mensaje 4 de abc',
    { key: 'chat.message-of', values: { number: 4, byVisitor: false, conversation: 'abc' } },
  ],
  [
    'visitor-blocked',
    'browsers: 2',
    'navegadores: 2',
    { key: 'chat.browsers-blocked', values: { count: 2 } },
  ],
  [
    'data-expired',
    'conversations: 3, visitors: 2, browsers: 1',
    'conversaciones: 3, visitantes: 2, navegadores: 1',
    { key: 'chat.expired', values: { browsers: 1, visitors: 2, conversations: 3 } },
  ],
  [
    'data-expired',
    'audit entries: 12',
    'entradas de auditoría: 12',
    { key: 'accounts.audit-expired', values: { count: 12 } },
  ],
  ['data-reset', '3 accounts', '3 cuentas', { key: 'chat.accounts-deleted', values: { count: 3 } }],
  ['visitor-exported', 'files', 'archivos', { key: 'files.exported', values: {} }],
  [
    'visitor-erased',
    '1 conversation, 12 messages, 1 browser, the address of a block',
    '1 conversación, 12 mensajes, 1 navegador, la dirección de un bloqueo',
    {
      key: 'list',
      values: {
        items: [
          { key: 'chat.conversations-erased', values: { count: 1 } },
          { key: 'chat.messages-erased', values: { count: 12 } },
          { key: 'chat.browsers-erased', values: { count: 1 } },
          { key: 'chat.block-erased', values: {} },
        ],
      },
    },
  ],
  [
    'visitor-erased',
    '2 reviews deleted, 1 order without name and words, 1 left-out email',
    '2 opiniones eliminadas, 1 pedido sin nombre ni textos, 1 correo descartado',
    {
      key: 'list',
      values: {
        items: [
          { key: 'reviews.deleted', values: { count: 2 } },
          { key: 'orders.erased', values: { count: 1 } },
          { key: 'emails.left-out-erased', values: { count: 1 } },
        ],
      },
    },
  ],
  [
    'report-exported',
    '2026-06-01 to 2026-06-12, 12 rows',
    'del 2026-06-01 al 2026-06-12, 12 filas',
    { key: 'chat.report-exported', values: { to: '2026-06-12', from: '2026-06-01', rows: 12 } },
  ],
  [
    'review-hidden',
    'Spam or advertising, reports: 2',
    'Spam o publicidad, avisos: 2',
    { key: 'reviews.hidden', values: { reason: 'spam', reports: 2 } },
  ],
  [
    'review-reports-dismissed',
    'reports: 2',
    'avisos: 2',
    { key: 'reviews.reports', values: { count: 2 } },
  ],
  [
    'catalogue-published',
    'A, B and 3 more',
    'A, B y 3 más',
    { key: 'catalogue.titles', values: { more: 3, titles: 'A, B' } },
  ],
  [
    'catalogue-published',
    'Logo on Shirt, Files',
    'Logo on Shirt, Files',
    { key: 'catalogue.titles', values: { more: 0, titles: 'Logo on Shirt, Files' } },
  ],
  [
    'catalogue-exported',
    'csv, 125 services',
    'csv, 125 servicios',
    { key: 'catalogue.exported', values: { format: 'csv', services: 125 } },
  ],
  [
    'answer-drafted',
    'answer, by gpt at model.example',
    'respuesta, por gpt en model.example',
    {
      key: 'assistant.drafted',
      values: { endpoint: 'model.example', kind: 'answer', model: 'gpt' },
    },
  ],
  [
    'orders-exported',
    'open, 12 rows',
    'open, 12 filas',
    { key: 'orders.exported', values: { rows: 12, show: 'open' } },
  ],
  [
    'visitor-handed-over',
    'queue → Maya Okafor',
    'cola → Maya Okafor',
    {
      key: 'chat.handed-over',
      values: {
        to: { key: 'chat.agent', values: { name: 'Maya Okafor' } },
        from: { key: 'chat.queue', values: {} },
      },
    },
  ],
  [
    'visitor-handed-over',
    'Maya Okafor → Sales (Leo Marchetti)',
    'Maya Okafor → Sales (Leo Marchetti)',
    {
      key: 'chat.handed-over',
      values: {
        to: { key: 'chat.agent-of-team', values: { name: 'Leo Marchetti', team: 'Sales' } },
        from: { key: 'chat.agent', values: { name: 'Maya Okafor' } },
      },
    },
  ],
  ['label-added', 'files', 'files', { key: 'text', values: { text: 'files' } }],
  [
    'file-refused',
    'Eicar-Test-Signature',
    'Eicar-Test-Signature',
    { key: 'text', values: { text: 'Eicar-Test-Signature' } },
  ],
  [
    'api-key-created',
    'emb_abc catalogue:read',
    'emb_abc catalogue:read',
    { key: 'text', values: { text: 'emb_abc catalogue:read' } },
  ],
];

test.each(['English', 'Spanish'])(
  'details of the audit log that were stored in %s become messages',
  async (language) => {
    for (const [index, [action, english, spanish]] of AUDITED.entries()) {
      await insertAudited(index, { action, detail: language === 'English' ? english : spanish });
    }
    await migrateRows();
    expect(await readAudited()).toEqual(AUDITED.map(([, , , message]) => message));
  },
);

/** The order of the entries is that of their index. */
async function insertAudited(
  index: number,
  { action, subject = null, detail }: { action: string; subject?: string | null; detail: string },
): Promise<void> {
  await store.pool.query(
    `insert into audit_log (at, action, subject, detail, request_id)
     values ('2026-06-12T10:00:00Z'::timestamptz + $1 * interval '1 minute', $2, $3, $4, 'r')`,
    [index, action, subject, detail],
  );
}

async function readAudited(): Promise<unknown[]> {
  const { rows } = await store.pool.query<{ message: unknown }>(
    'select detail_message as message from audit_log order by at',
  );
  return rows.map(({ message }) => message);
}

/** The table and column of a sentence, with the other columns that its row needs. */
interface Place {
  readonly table: string;
  readonly text: string;
  readonly message: string;
  readonly columns: string;
  readonly values: string;
}

const PLACES = {
  job: {
    table: 'outbox',
    text: 'last_error',
    message: 'last_error_message',
    columns: 'kind, key, lane, payload, due, created_at',
    values: `'mail', gen_random_uuid()::text, '', '{}', now(), now()`,
  },
  device: {
    table: 'push_subscriptions',
    text: 'last_error',
    message: 'last_error_message',
    columns: 'profile_id, session_id, endpoint, p256dh, auth, label, created_at',
    values: `'maya', gen_random_uuid()::text, gen_random_uuid()::text, '', '', '', now()`,
  },
  label: {
    table: 'push_subscriptions',
    text: 'label',
    message: 'label_message',
    columns: 'profile_id, session_id, endpoint, p256dh, auth, created_at',
    values: `'maya', gen_random_uuid()::text, gen_random_uuid()::text, '', '', now()`,
  },
  delivery: {
    table: 'webhook_deliveries',
    text: 'last_error',
    message: 'last_error_message',
    columns: 'endpoint_id, event_id, event, created_at',
    values: `gen_random_uuid(), gen_random_uuid()::text, '{}', now()`,
  },
  held: {
    table: 'payments',
    text: 'held_because',
    message: 'held_message',
    columns: 'way, reference, amount, currency, state, created_at',
    values: `'stripe', gen_random_uuid()::text, 500, 'USD', 'held', now()`,
  },
  refund: {
    table: 'refunds',
    text: 'problem',
    message: 'problem_message',
    columns: 'way, amount, currency, state, created_at',
    values: `'stripe', 500, 'USD', 'failed', now()`,
  },
  intake: {
    table: 'mail_intake',
    text: 'fault',
    message: 'fault_message',
    columns: 'way, failing_since',
    values: `'imap', now()`,
  },
  difference: {
    table: 'payment_differences',
    text: 'what',
    message: 'what_message',
    columns: 'way, reference, found_at',
    values: `'stripe', gen_random_uuid()::text, now()`,
  },
  paid: {
    table: 'order_events',
    text: 'why',
    message: 'why_message',
    columns: 'order_id, number, transition, from_state, to_state, actor, at',
    values: `gen_random_uuid(), 2, 'pay', 'awaiting payment', 'paid', 'provider', now()`,
  },
  asked: {
    table: 'order_events',
    text: 'why',
    message: 'why_message',
    columns: 'order_id, number, transition, from_state, to_state, actor, at',
    values: `gen_random_uuid(), 3, 'request-refund', 'paid', 'refund requested', 'buyer', now()`,
  },
  note: {
    table: 'catalogue_publications',
    text: 'note',
    message: 'note_message',
    columns: 'revision, at',
    values: `(select coalesce(max(revision), 0) + 1 from catalogue_publications), now()`,
  },
} as const satisfies Readonly<Record<string, Place>>;

const SENTENCES: readonly (readonly [
  place: keyof typeof PLACES,
  english: string,
  spanish: string,
  message: StoredMessage,
])[] = [
  [
    'job',
    'The last try was not finished.',
    'El último intento no terminó.',
    { key: 'jobs.unfinished', values: {} },
  ],
  [
    'job',
    '550 mailbox unavailable',
    '550 mailbox unavailable',
    { key: 'text', values: { text: '550 mailbox unavailable' } },
  ],
  [
    'job',
    'There is no paypal on this installation.',
    'No hay paypal en esta instalación.',
    { key: 'orders.no-provider', values: { provider: 'paypal' } },
  ],
  [
    'job',
    'The mail was sealed with another secret.',
    'El correo se selló con otro secreto.',
    { key: 'email.sealed-otherwise', values: {} },
  ],
  ['device', 'Nobody listens there.', 'Nadie escucha ahí.', { key: 'request.refused', values: {} }],
  [
    'device',
    'The push service refused our key (403).',
    'El servicio de notificaciones rechazó nuestra clave (403).',
    { key: 'push.key-refused', values: { status: 403 } },
  ],
  [
    'label',
    'Firefox on Linux',
    'Firefox en Linux',
    { key: 'accounts.browser', values: { browser: 'Firefox', system: 'Linux' } },
  ],
  [
    'delivery',
    'The request failed (EPROTO).',
    'La petición falló (EPROTO).',
    { key: 'request.failed', values: { code: 'EPROTO' } },
  ],
  [
    'delivery',
    'Redirects are not followed.',
    'No se siguen las redirecciones.',
    { key: 'webhooks.redirect', values: {} },
  ],
  [
    'delivery',
    '10.0.0.1 is not an address of the Internet.',
    '10.0.0.1 no es una dirección de Internet.',
    { key: 'request.not-public', values: { address: '10.0.0.1' } },
  ],
  [
    'intake',
    'The folder of IMAP_URL does not exist.',
    'La carpeta de IMAP_URL no existe.',
    { key: 'mailbox.no-folder', values: {} },
  ],
  [
    'held',
    'It names no order of ours.',
    'No nombra ningún pedido nuestro.',
    { key: 'orders.held-without-order', values: {} },
  ],
  [
    'held',
    'It came in EUR, and the order is in USD.',
    'Llegó en EUR, y el pedido está en USD.',
    { key: 'orders.held-currency', values: { paid: 'EUR', due: 'USD' } },
  ],
  [
    'difference',
    'The provider has it, and the books do not.',
    'El proveedor lo tiene, y los libros no.',
    { key: 'orders.not-in-books', values: {} },
  ],
  [
    'difference',
    'The books say 500 USD, the provider 700 EUR.',
    'Los libros dicen 500 USD; el proveedor, 700 EUR.',
    {
      key: 'orders.books-differ',
      values: { amount: 500, currency: 'USD', theirAmount: 700, theirCurrency: 'EUR' },
    },
  ],
  [
    'refund',
    'expired or canceled card',
    'expired or canceled card',
    { key: 'text', values: { text: 'expired or canceled card' } },
  ],
  [
    'paid',
    'Reference PP-77',
    'Referencia PP-77',
    { key: 'orders.reference', values: { reference: 'PP-77' } },
  ],
  [
    'paid',
    'Payment pi_1',
    'Payment pi_1',
    { key: 'orders.payment', values: { reference: 'pi_1' } },
  ],
  ['paid', 'Paid with credit', 'Pagado con saldo', { key: 'orders.paid-with-credit', values: {} }],
  [
    'asked',
    'The work was not delivered by its deadline: Where is it?',
    'El trabajo no se entregó a tiempo: Where is it?',
    { key: 'orders.refund-asked', values: { reason: 'late', explanation: 'Where is it?' } },
  ],
  [
    'note',
    'Undoes publication 4',
    'Deshace la publicación 4',
    { key: 'catalogue.undone', values: { revision: 4 } },
  ],
  [
    'note',
    'Prices in EUR instead of USD',
    'Precios en EUR en lugar de USD',
    { key: 'catalogue.currency-changed', values: { from: 'USD', to: 'EUR' } },
  ],
  [
    'note',
    'Imported from a file',
    'Importado de un archivo',
    { key: 'catalogue.imported', values: {} },
  ],
  ['note', 'A mistake', 'A mistake', { key: 'text', values: { text: 'A mistake' } }],
];

/** Inserts rows without those that they refer to. */
async function insertAlone(statements: readonly (readonly [sql: string, values: unknown[]])[]) {
  const client = await store.pool.connect();
  try {
    await client.query("set session_replication_role = 'replica'");
    for (const [sql, values] of statements) await client.query(sql, values);
  } finally {
    await client.query('reset session_replication_role');
    client.release();
  }
}

test.each(['English', 'Spanish'])(
  'other sentences that were stored in %s become messages',
  async (language) => {
    await insertAlone(
      SENTENCES.map(([place, english, spanish]) => {
        const { table, text, columns, values } = PLACES[place];
        const stored = language === 'English' ? english : spanish;
        return [`insert into ${table} (${columns}, ${text}) values (${values}, $1)`, [stored]];
      }),
    );
    await migrateRows();
    for (const { table, message } of new Set(Object.values(PLACES))) {
      const { rows } = await store.pool.query<{ message: unknown }>(
        `select ${message} as message from ${table} where ${message} is not null`,
      );
      const expected = SENTENCES.filter(
        ([place]) => PLACES[place].table === table && PLACES[place].message === message,
      ).map(([, , , stored]) => stored);
      const read = rows.map((row) => row.message);
      // A device of another sentence has an empty label.
      expect(read.filter(isSaid)).toHaveLength(expected.length);
      expect(read).toEqual(expect.arrayContaining(expected));
    }
  },
);

const isSaid = (message: unknown) =>
  (message as StoredMessage).key !== 'text' || (message as StoredMessage).values.text !== '';

test('amounts are stored as numbers again', async () => {
  const { values, columns } = PLACES.held;
  const insert = `insert into payments (${columns}, held_because) values (${values}, $1)`;
  await insertAlone([
    [insert, ['It was $5.00 instead of $1,250.00.']],
    [insert, ['Fueron 5,00 US$ en lugar de 7,00 US$.']],
  ]);
  await migrateRows();
  const { rows } = await store.pool.query<{ message: object }>(
    `select held_message as message from payments order by held_message -> 'values' -> 'due'`,
  );
  expect(rows.map(({ message }) => message)).toEqual([
    { key: 'orders.held-amount', values: { paid: 500, due: 700, currency: 'USD' } },
    { key: 'orders.held-amount', values: { paid: 500, due: 125_000, currency: 'USD' } },
  ]);
});

test('settings are stored as they were saved', async () => {
  const changes = [
    ['CHAT_HOURS', 'always open → mo-fr 09:00-17:00', '', 'mo-fr 09:00-17:00'],
    ['RETENTION_CHAT_DAYS', 'se conserva → 30 días', '', '30'],
    ['AGENT_AWAY_MINUTES', '5 minutes → 10 minutes', '5', '10'],
    ['BRAND_NAME', 'Embarka → 5 days', 'Embarka', '5 days'],
  ] as const;
  for (const [index, [subject, detail]] of changes.entries()) {
    await insertAudited(index, { action: 'setting-changed', subject, detail });
  }
  await migrateRows();
  expect(await readAudited()).toEqual(
    changes.map(([name, , from, to]) => ({
      key: 'accounts.setting',
      values: { name, from, to },
    })),
  );
});

test('subjects that are translated become messages, and others stay', async () => {
  await insertAudited(0, { action: 'catalogue-undone', subject: 'Publicación 4', detail: 'A' });
  await insertAudited(1, { action: 'report-exported', subject: 'By day', detail: 'A' });
  await insertAudited(2, { action: 'signed-in', subject: 'a@b.example', detail: 'A' });
  await migrateRows();
  const { rows } = await store.pool.query(
    'select subject, subject_message from audit_log order by at',
  );
  expect(rows).toEqual([
    {
      subject: 'Publicación 4',
      subject_message: { key: 'catalogue.publication', values: { revision: 4 } },
    },
    { subject: 'By day', subject_message: { key: 'chat.report-table', values: { name: 'day' } } },
    { subject: 'a@b.example', subject_message: null },
  ]);
});

test('notices of emails are stored beside the message', async () => {
  await insertAlone([
    [
      `insert into visitor_messages (conversation_id, number, client_id, is_agent, visitor_email, message, created_at, mail)
       values ('c', 1, gen_random_uuid(), false, 'a@b.example', 'Hello', now(), $1)`,
      [
        JSON.stringify({
          subject: 'Re: Logo',
          notAdded: [
            '“a.eml” was not added: a mail inside a mail may hold links that open chats.',
            '“b.txt” was not added. A message can have up to 10 files.',
            'Something of another version.',
          ],
        }),
      ],
    ],
  ]);
  await migrateRows();
  const { rows } = await store.pool.query<{ mail: object }>('select mail from visitor_messages');
  expect(rows[0]?.mail).toEqual({
    subject: 'Re: Logo',
    notices: [
      { key: 'emails.file-is-email', values: { name: 'a.eml' } },
      { key: 'files.too-many', values: { name: 'b.txt', maxCount: 10 } },
      { key: 'text', values: { text: 'Something of another version.' } },
    ],
  });
});

test('texts that a process of the version before stores meanwhile are read as they are', async () => {
  const { job } = PLACES;
  await migrateRows();
  await insertAudited(0, { action: 'visitor-handed-over', subject: 'Maya', detail: 'A → B' });
  await insertAlone([
    [
      `insert into outbox (${job.columns}, last_error, last_error_message) values (${job.values}, $1, $2)`,
      ['Nobody listens there.', JSON.stringify({ key: 'jobs.unfinished', values: {} })],
    ],
  ]);
  const audit = await listAudit(
    { db: store.db, settings: { supportTimezone: 'UTC' } },
    readListState(AUDIT_LIST, new URLSearchParams()),
  );
  expect(audit.rows).toMatchObject([{ subject: 'Maya', detail: 'A → B' }]);
  const waiting = readListState(JOB_LIST, new URLSearchParams('kind=mail'));
  const jobs = await listJobs(store.db, new TestClock(), waiting);
  expect(jobs.rows).toMatchObject([{ lastError: 'Nobody listens there.' }]);
});
