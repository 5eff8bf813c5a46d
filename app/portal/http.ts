import * as v from 'valibot';
import { member } from '../http/guards.server.ts';
import { createRouter, limit, respond } from '../http/router.server.ts';
import { text } from '../platform/fields.ts';
import { readQuery } from '../platform/read-form.ts';
import { findForTeam } from './pages/find-for-team.server.ts';

/** The palette asks after each pause in typing. */
const FIND_LIMIT = { name: 'find-for-team', burst: 60, perMinute: 120 };
const FIND_MAX_LENGTH = 100;
const FIND_MIN_LENGTH = 2;

const FindQuery = v.object({ text: v.optional(text(FIND_MAX_LENGTH), '') });

export const portal = createRouter()
  // The command palette: `?text=` is part of a number, a name or an address.
  .get('/team/find', member(), limit(FIND_LIMIT), async (c) => {
    const { appContext, member: who } = c.var;
    const wanted = readQuery(c.req.raw, FindQuery).text.trim();
    if (wanted.length < FIND_MIN_LENGTH) {
      return respond(c, { orders: [], invoices: [], services: [], settings: [] });
    }
    return respond(c, await findForTeam(appContext, who, wanted));
  });
