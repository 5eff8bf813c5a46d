import { anyone } from './guards.server.ts';
import { createRouter, respond } from './router.server.ts';

/** `server/request-listener.ts` answers most of these requests. */
export const captcha = createRouter().get('/captcha', anyone(), (c) =>
  respond(c, c.var.appContext.captcha.createChallenge()),
);
