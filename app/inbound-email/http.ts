import { t } from '../i18n/translate.ts';
import type { MiddlewareHandler } from 'hono';
import { BUSY, RETRY_AFTER_SECONDS } from '../http/busy.ts';
import { signed } from '../http/guards.server.ts';
import { bytes, createRouter, respond } from '../http/router.server.ts';
import { RefusedError } from '../platform/errors.ts';
import { MAIL_LIMIT } from './rules.ts';
import { requireMailSecret } from './server/webhook/take-posted-mail.server.ts';
import { takePostedMail } from './server/webhook/take-posted-mail.server.ts';

const WEBHOOK_LIMIT = { name: 'mail-webhook', burst: 240, perMinute: 240 };
const LARGE_BYTES = 1024 * 1024;

/** The secret is the only authentication of the provider. */
export const inboundEmail = createRouter().post(
  '/webhooks/mail',
  signed(WEBHOOK_LIMIT, (c) =>
    requireMailSecret(c.var.appContext.settings, c.req.header('Authorization')),
  ),
  oneLargeAtATime(),
  bytes(MAIL_LIMIT),
  async (c) =>
    respond(c, {
      outcome: await takePostedMail(
        c.var.appContext,
        c.var.body,
        c.req.header('Content-Type') ?? '',
      ),
    }),
);

/** Only one large email is held in memory at a time; the provider retries the others. */
function oneLargeAtATime(): MiddlewareHandler {
  let hasLarge = false;
  return async (c, next) => {
    // A chunked body may have any size.
    if (Number(c.req.header('Content-Length') ?? Infinity) <= LARGE_BYTES) return next();
    if (hasLarge) throw new RefusedError(503, t(BUSY), undefined, RETRY_AFTER_SECONDS);
    hasLarge = true;
    try {
      await next();
    } finally {
      hasLarge = false;
    }
    return undefined;
  };
}
