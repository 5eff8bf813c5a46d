import { t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import { member, uuidParam } from '../../http/guards.server.ts';
import { createRouter, json, limit, respond } from '../../http/router.server.ts';
import { readVisitorOrders } from '../../orders/server/order/read-visitor-orders.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { field, id as memberId, text, uuid } from '../../platform/fields.ts';
import { readReviewsBy } from '../../reviews/server/read-reviews.server.ts';
import { nameService } from '../../shop/name-service.ts';
import { VISITOR_NOTE_MAX_LENGTH, type PersonView } from '../protocol/person.ts';
import { CONVERSATION_ID, MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG } from '../protocol/rules.ts';
import type { HandOverTargets } from '../protocol/views.ts';
import { accessToVisitor, NO_SUCH_CONVERSATION } from '../server/access.server.ts';
import { takeVisitor } from '../server/assignment/give-visitor.server.ts';
import { transferVisitor } from '../server/assignment/transfer-visitor.server.ts';
import { putLabel } from '../server/contacts/put-label.server.ts';
import { readPersonView } from '../server/contacts/read-person-view.server.ts';
import {
  saveVisitorFields,
  saveVisitorNote,
  TypedVisitorFields,
  noteTooLong,
} from '../server/contacts/about-visitor.server.ts';
import { readColleagues } from '../server/read/read-colleagues.server.ts';
import { readHolder } from '../server/read/read-holder.server.ts';
import { readInboxEntry } from '../server/read/read-inbox.server.ts';
import { readThread } from '../server/read/read-thread.server.ts';
import { readTeamTargets } from '../server/teams/read-teams.server.ts';
import { settleQuietly } from './settle-quietly.server.ts';

/** The limit is above the speed at which anybody can type in the visitor panel. */
const PERSON_LIMIT = { name: 'about-visitor', burst: 60, perMinute: 120 };

/** An id that is not a UUID is rejected before the body is read. */
const visitorId = uuidParam('id', NO_SUCH_CONVERSATION);

const LabelBody = v.object({
  labelId: uuid,
  conversationId: v.optional(v.pipe(v.string(), v.regex(CONVERSATION_ID))),
  isOn: v.boolean(),
});

const NoteBody = v.object({
  text: text(VISITOR_NOTE_MAX_LENGTH, noteTooLong),
  version: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000_000)),
});

const TransferBody = v.object({
  to: v.variant('kind', [
    v.object({ kind: v.literal('agent'), id: memberId }),
    v.object({ kind: v.literal('team'), id: uuid }),
    v.object({ kind: v.literal('queue') }),
  ]),
  note: field(MESSAGE_MAX_LENGTH, MESSAGE_TOO_LONG),
  /** The note is based on this draft of a model. */
  draftId: v.optional(uuid),
});

export const inboxVisitors = createRouter()
  // The thread includes the conversation in `?conversation=`, however old.
  .get('/agentchat/visitors/:id', member(), visitorId, async (c) => {
    const { appContext, member: who } = c.var;
    const asked = c.req.query('conversation') ?? '';
    // An invalid id is ignored, like an outdated link.
    const including = CONVERSATION_ID.test(asked) ? asked : undefined;
    const { db, isAnybodyIn } = appContext;
    const thread = await readThread(db, who, c.req.param('id'), isAnybodyIn, including);
    if (!thread) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    return respond(c, { thread });
  })

  // Some clients cannot derive a row of the inbox from live events and request it here.
  .get('/agentchat/visitors/:id/entry', member(), visitorId, async (c) => {
    const { appContext, member: who } = c.var;
    const id = c.req.param('id');
    const access = await accessToVisitor(appContext.db, who, id);
    const inboxEntry = access ? await readInboxEntry(appContext.db, id, who.id) : undefined;
    if (!inboxEntry) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    return respond(c, { entry: inboxEntry });
  })

  // The previous agent learns who has the visitor now.
  .get('/agentchat/visitors/:id/holder', member(), visitorId, async (c) =>
    respond(c, { name: await readHolder(c.var.appContext.db, c.var.member, c.req.param('id')) }),
  )

  // The visitor panel shows this data.
  .get('/agentchat/visitors/:id/person', member(), visitorId, async (c) => {
    const { appContext, member: who } = c.var;
    const { db, catalogue } = appContext;
    const known = await readPersonView(db, who, c.req.param('id'));
    if (!known) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
    const reviews = await readReviewsBy(db, known.email);
    const person: PersonView = {
      ...known,
      reviews: reviews.map(({ section, slug, ...review }) => {
        const { title, path = '/services' } = nameService(catalogue, { section, slug });
        return { ...review, service: title, path };
      }),
    };
    return respond(c, { person });
  })

  .get('/agentchat/visitors/:id/orders', member(), visitorId, async (c) =>
    respond(c, {
      orders: await readVisitorOrders(c.var.appContext, c.var.member, c.req.param('id')),
    }),
  )

  .post(
    '/agentchat/visitors/:id/person',
    member(),
    visitorId,
    limit(PERSON_LIMIT),
    json(TypedVisitorFields),
    async (c) => {
      const { appContext, member: who, trace } = c.var;
      const typed = c.req.valid('json');
      return respond(c, await saveVisitorFields(appContext, trace, who, c.req.param('id'), typed));
    },
  )

  .post(
    '/agentchat/visitors/:id/note',
    member(),
    visitorId,
    limit(PERSON_LIMIT),
    json(NoteBody),
    async (c) => {
      const { appContext, member: who, trace } = c.var;
      const note = { visitorId: c.req.param('id'), ...c.req.valid('json') };
      return respond(c, { note: await saveVisitorNote(appContext, trace, who, note) });
    },
  )

  .post(
    '/agentchat/visitors/:id/label',
    member(),
    visitorId,
    limit(PERSON_LIMIT),
    json(LabelBody),
    async (c) => {
      const { appContext, member: who } = c.var;
      await putLabel(appContext, who, { visitorId: c.req.param('id'), ...c.req.valid('json') });
      return respond(c, { ok: true });
    },
  )

  // The agent whom the member saw reveals a race between two members. Null means the queue.
  .post(
    '/agentchat/visitors/:id/take',
    member(),
    visitorId,
    json(v.object({ fromAgentId: v.nullable(memberId) })),
    async (c) => {
      const { appContext, member: who } = c.var;
      await takeVisitor(appContext, who, c.req.param('id'), c.req.valid('json').fromAgentId);
      return respond(c, { ok: true });
    },
  )

  .get('/agentchat/visitors/:id/transfer', member(), async (c) => {
    const { appContext, member: who } = c.var;
    const [colleagues, teams] = await Promise.all([
      readColleagues(appContext.db),
      readTeamTargets(appContext.db, who.id),
    ]);
    const targets: HandOverTargets = {
      colleagues: colleagues.filter(({ id }) => id !== who.id),
      teams,
    };
    return respond(c, targets);
  })
  .post('/agentchat/visitors/:id/transfer', member(), visitorId, json(TransferBody), async (c) => {
    const { appContext, member: who, trace } = c.var;
    const { to, note, draftId } = c.req.valid('json');
    await transferVisitor(appContext, trace, who, { visitorId: c.req.param('id'), to, note });
    if (draftId) await settleQuietly(appContext, who, draftId, note);
    return respond(c, { ok: true });
  });
