import * as v from 'valibot';
import { serveFile } from '../files/server/serve/serve-file.server.ts';
import { findClientOf } from '../http/client.server.ts';
import { NO_SUCH_FILE, readFileName } from '../http/read-file-name.ts';
import { anyone } from '../http/guards.server.ts';
import {
  createRouter,
  guard,
  json,
  limit,
  respond,
  type CallerEnv,
} from '../http/router.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { t, msg } from '../i18n/translate.ts';
import { answerArchive, answerInvoice, ARCHIVES, INVOICES } from '../orders/http.ts';
import { readNumber } from '../orders/protocol/transitions.ts';
import { ANSWER_MAX_LENGTH } from '../orders/rules.ts';
import { saveAnswers } from '../orders/server/answers/save-answers.server.ts';
import { BUYER_PURPOSES, ownerOf } from '../orders/server/files/order-file-rules.server.ts';
import { findOrderFile } from '../orders/server/files/order-files.server.ts';
import { answersIn } from '../orders/server/order/complete-brief.server.ts';
import { includes } from './protocol/company-permissions.ts';
import type { ClientSession } from './server/client-context.server.ts';
import {
  accountKey,
  findOrderOfClient,
  INVOICES_NEED,
  ORDER_ACTIONS,
} from './server/order-access.server.ts';
import {
  askForClientPasskey,
  offerClientPasskey,
} from './server/passkeys/client-passkeys.server.ts';

/** Every challenge is stored as a row until it is used or five minutes old. */
const PASSKEY_LIMIT = { name: 'client-passkey-options', burst: 20, perMinute: 10 };
/** The limit allows a page of pictures, several times. */
const FILES = { name: 'client-order-files', burst: 600, perMinute: 300 };
/** The form saves after each pause in typing. */
const ANSWERS = { name: 'client-order-answers', burst: 120, perMinute: 60 };
const TypedAnswers = v.object({
  fields: v.record(v.string(), v.pipe(v.string(), v.maxLength(ANSWER_MAX_LENGTH * 2))),
});

const SIGNED_OUT = msg("You're signed out. Sign in again.");

type ClientEnv = CallerEnv & { Variables: { client: ClientSession } };

/** Clients who are signed in to their account may call the route. */
const client = guard<ClientEnv>('client', async (c) => {
  const { appContext, info } = c.var;
  const session = await findClientOf(appContext, c.req.raw);
  if (!session) throw new RefusedError(401, t(SIGNED_OUT));
  info.who = `browser ${session.browserId}`;
  c.set('client', session);
  c.set('caller', session.client.id);
  c.set('trace', { member: undefined, requestId: info.id });
});

export const clients = createRouter()
  // The browser asks for a passkey with these options.
  .post('/account/passkey', anyone(), limit(PASSKEY_LIMIT), json(v.object({})), async (c) =>
    respond(c, await askForClientPasskey(c.var.appContext)),
  )

  // The browser creates a passkey with these options.
  .post('/account/passkey/new', client, limit(PASSKEY_LIMIT), json(v.object({})), async (c) =>
    respond(c, await offerClientPasskey(c.var.appContext, c.var.client)),
  )

  .get('/account/orders/:number/files/:id/:preview?', client, limit(FILES), async (c) => {
    const { appContext } = c.var;
    const { id, preview } = readFileName(c.req.param());
    const number = readNumber(c.req.param('number'));
    const access = await findOrderOfClient(appContext.db, c.var.client.client, number);
    const own = BUYER_PURPOSES.filter(
      (purpose) => access && includes(access.permission, ORDER_ACTIONS[purpose]),
    ).map((purpose) => ownerOf(access?.id ?? '', purpose));
    const file = access && (await findOrderFile(appContext.db, access.id, id, own));
    const found =
      file && (await serveFile(appContext.files.store, file, preview, c.req.raw, 'all download'));
    if (!found) throw new RefusedError(404, t(NO_SUCH_FILE));
    return found;
  })

  .get('/account/orders/:number/archive', client, limit(ARCHIVES), async (c) => {
    const { appContext } = c.var;
    const number = readNumber(c.req.param('number'));
    const access = await findOrderOfClient(appContext.db, c.var.client.client, number);
    return answerArchive(appContext, access?.id, c.req.raw);
  })

  .get('/account/orders/:number/invoices/:id', client, limit(INVOICES), async (c) => {
    const { appContext } = c.var;
    const number = readNumber(c.req.param('number'));
    const access = await findOrderOfClient(appContext.db, c.var.client.client, number);
    const mayOpen = access !== undefined && includes(access.permission, INVOICES_NEED);
    return answerInvoice(appContext, mayOpen ? access.id : undefined, c.req.param('id'));
  })

  .post(
    '/account/orders/:number/answers',
    client,
    limit(ANSWERS),
    json(TypedAnswers),
    async (c) => {
      const { appContext } = c.var;
      const number = readNumber(c.req.param('number')) ?? -1;
      const key = accountKey(c.var.client.client, number, 'save-answers');
      const { fields } = c.req.valid('json');
      return respond(c, await saveAnswers(appContext, key, answersIn(fields)));
    },
  );
