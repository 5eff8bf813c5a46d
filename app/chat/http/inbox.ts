import { t, msg } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { anyone, member } from '../../http/guards.server.ts';
import { readPlace } from '../../http/read-request.server.ts';
import { createRouter, form, json, limit, respond } from '../../http/router.server.ts';
import { translates } from '../../platform/address-language.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, id, instant, text, uuid } from '../../platform/fields.ts';
import { readQuery } from '../../platform/read-form.ts';
import { readInboxQuery } from '../inbox/inbox-query.ts';
import { pageOf } from '../inbox/inbox-entries.ts';
import { MANY_AT_MOST } from '../protocol/many.ts';
import { CONVERSATION_ID } from '../protocol/rules.ts';
import { parseSearch } from '../protocol/search-query.ts';
import { scopesOf } from '../server/access.server.ts';
import { actOnMany } from '../server/assignment/act-on-many.server.ts';
import { setAvailability } from '../server/assignment/set-availability.server.ts';
import { readLabels } from '../server/contacts/manage-labels.server.ts';
import { readCannedReplies } from '../server/messages/canned-replies.server.ts';
import { readMentionable } from '../server/messages/write-note.server.ts';
import { readAgents } from '../server/read/read-desk.server.ts';
import { ENTRIES_PER_PAGE, readInbox } from '../server/read/read-inbox.server.ts';
import { markMentionsSeen, readMentions } from '../server/read/read-notes.server.ts';
import { HITS_PER_PAGE, searchMessages } from '../server/read/search-messages.server.ts';
import { readFigures } from './inbox-figures.server.ts';

/**
 * Each request runs up to 25 transactions. The limit allows resolving, undoing and repeating for 500 visitors
 * without a pause.
 */
const MANY_LIMIT = { name: 'inbox-many', burst: 60, perMinute: 60 };
const SEARCH_LIMIT = { name: 'message-search', burst: 60, perMinute: 120 };
const SEARCH_MAX_LENGTH = 300;
/** The limit assumes at most ten open conversations per visitor. */
const COMPLETED_AT_MOST = MANY_AT_MOST * 10;

const InboxQuery = v.object({
  scope: v.optional(text(32), 'mine'),
  search: field(SEARCH_MAX_LENGTH, msg('This search is too long. Use fewer words.')),
  at: field(40),
  visitorId: field(36),
  isWaiting: field(4),
});
const EntryCursor = v.object({ at: instant, visitorId: uuid });

const SearchQuery = v.object({
  text: field(SEARCH_MAX_LENGTH, msg('This search is too long. Use fewer words.')),
  createdAt: field(40),
  messageId: field(36),
});
const HitCursor = v.object({ createdAt: instant, messageId: uuid });

const ManyBody = v.object({
  visitors: v.pipe(
    v.array(v.object({ id: uuid, agentId: v.nullable(id) })),
    v.minLength(1),
    v.maxLength(MANY_AT_MOST),
  ),
  action: v.variant('kind', [
    v.object({ kind: v.literal('resolve') }),
    v.object({
      kind: v.literal('reopen'),
      completed: v.pipe(
        v.array(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
        v.maxLength(COMPLETED_AT_MOST),
      ),
    }),
    v.object({
      kind: v.literal('snooze'),
      until: v.nullable(
        v.pipe(
          instant,
          v.transform((until) => new Date(until)),
        ),
      ),
    }),
    v.object({ kind: v.literal('take') }),
    v.object({
      kind: v.literal('assign'),
      to: v.variant('kind', [
        v.object({ kind: v.literal('agent'), id }),
        v.object({ kind: v.literal('team'), id: uuid }),
        v.object({ kind: v.literal('queue') }),
      ]),
    }),
    v.object({ kind: v.literal('label'), labelId: uuid, isOn: v.boolean() }),
  ]),
});

export const inbox = createRouter()
  // `?scope=&view=&order=` work as on the dashboard. `?search=` is part of an email address or a name, with filters,
  // and applies to every view. `?at=&visitorId=&isWaiting=` is the cursor: the last row of the previous page.
  .get('/agentchat/inbox', member(), async (c) => {
    const { appContext, member: who } = c.var;
    const { at, visitorId, isWaiting, ...query } = readQuery(c.req.raw, InboxQuery);
    const scopes = scopesOf(who);
    if (!scopes.some((known) => known === query.scope)) {
      throw new RefusedError(404, t("This list doesn't exist."));
    }
    const list = readInboxQuery(new URL(c.req.url).searchParams, scopes);
    const search = query.search.trim().slice(0, SEARCH_MAX_LENGTH);
    const place = readPlace(
      EntryCursor,
      { at, visitorId },
      msg("The page after this entry doesn't exist."),
    );
    const after = place && { ...place, isWaiting: isWaiting === 'true' };
    const { text: searched, filters } = parseSearch(search);
    const found = { search: searched, filters, timeZone: appContext.settings.supportTimezone };
    const entries = await readInbox(appContext.db, {
      agentId: who.id,
      ...(search ? { scope: list.scope, ...found } : list),
      ...(after ? { after } : {}),
    });
    return respond(
      c,
      pageOf(search ? { ...list, order: 'newest' } : list, entries, ENTRIES_PER_PAGE),
    );
  })

  .get('/agentchat/counts', member(), async (c) => {
    const { appContext, member: who } = c.var;
    const { scope } = readInboxQuery(new URL(c.req.url).searchParams, scopesOf(who));
    return respond(c, await readFigures(appContext, who, scope));
  })

  // `?text=` is the search. `?createdAt=&messageId=` is the cursor: the last hit of the previous page.
  .get('/agentchat/search', member(), limit(SEARCH_LIMIT), async (c) => {
    const { appContext, member: who } = c.var;
    const { text: asked, ...place } = readQuery(c.req.raw, SearchQuery);
    const query = parseSearch(asked.trim().slice(0, SEARCH_MAX_LENGTH));
    const timeZone = appContext.settings.supportTimezone;
    const after = readPlace(HitCursor, place, msg("The page after this message doesn't exist."));
    const hits = await searchMessages(appContext.db, who, {
      ...query,
      timeZone,
      ...(after ? { after } : {}),
    });
    return respond(c, { hits, hasMore: hits.length === HITS_PER_PAGE });
  })

  .post('/agentchat/many', member(), limit(MANY_LIMIT), json(ManyBody), async (c) => {
    const { appContext, member: who, trace } = c.var;
    const { visitors, action } = c.req.valid('json');
    return respond(c, await actOnMany(appContext, trace, who, visitors, action));
  })

  // An agent who starts accepting is assigned waiting visitors.
  .post(
    '/agentchat/availability',
    member(),
    json(v.object({ acceptsChats: v.boolean() })),
    async (c) => {
      const { acceptsChats } = c.req.valid('json');
      await setAvailability(c.var.appContext, c.var.member.id, acceptsChats);
      return respond(c, { acceptsChats });
    },
  )

  .get('/agentchat/agents', member('see-every-conversation'), async (c) =>
    respond(c, { agents: await readAgents(c.var.appContext.db) }),
  )

  .get('/agentchat/labels', member(), async (c) =>
    respond(c, { labels: await readLabels(c.var.appContext.db) }),
  )

  .get('/agentchat/mentionable', member(), async (c) =>
    respond(c, { people: await readMentionable(c.var.appContext.db, c.var.member) }),
  )

  .get('/agentchat/mentions', member(), async (c) =>
    respond(c, { mentions: await readMentions(c.var.appContext.db, c.var.member) }),
  )
  // The member has this visitor's thread open, so its mentions are marked as seen.
  .post('/agentchat/mentions', member(), json(v.object({ visitorId: uuid })), async (c) => {
    const { appContext, member: who } = c.var;
    await markMentionsSeen(appContext, who, c.req.valid('json').visitorId);
    return respond(c, { ok: true });
  })

  .get('/agentchat/canned-replies', member(), async (c) => {
    const { appContext, member: who } = c.var;
    return respond(c, {
      replies: await readCannedReplies(appContext.db, who),
      // A shop with a single language needs no translations.
      isTranslated: translates(appContext.settings.languages),
    });
  })

  // The service worker (app/chat/inbox/service-worker) handles what other apps share with the agent app. This route
  // runs only without a worker: it stores nothing and tells the user.
  .get('/agentchat/share', anyone(), (c) => c.redirect('/agentchat'))
  .post('/agentchat/share', anyone('text'), form(v.object({})), (c) =>
    c.redirect('/agentchat?shared=lost', 303),
  );
