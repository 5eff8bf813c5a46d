import { msg, t } from '../../i18n/translate.ts';
import * as v from 'valibot';
import {
  reopenConversations,
  resolveVisitor,
} from '../../chat/server/resolution/complete-conversation.server.ts';
import { snoozeVisitor } from '../../chat/server/assignment/snooze-visitor.server.ts';
import { transferVisitor } from '../../chat/server/assignment/transfer-visitor.server.ts';
import { readLabels } from '../../chat/server/contacts/manage-labels.server.ts';
import { putLabel } from '../../chat/server/contacts/put-label.server.ts';
import {
  listConversations,
  readConversationRecord,
} from '../../chat/server/read/list-conversations.server.ts';
import { readColleagues } from '../../chat/server/read/read-colleagues.server.ts';
import { readMessagesAfter } from '../../chat/server/read/read-messages.server.ts';
import { readNotesAfter } from '../../chat/server/read/read-notes.server.ts';
import { sendMessage } from '../../chat/server/messages/send-message.server.ts';
import { writeNote } from '../../chat/server/messages/write-note.server.ts';
import { readTeams } from '../../chat/server/teams/read-teams.server.ts';
import { NO_SUCH_CONVERSATION } from '../../chat/server/access.server.ts';
import { RefusedError } from '../../platform/errors.ts';
import { instant, uuid } from '../../platform/fields.ts';
import type { ActingProgram } from '../../accounts/protocol/program.ts';
import {
  Assignment,
  ChangedConversation,
  Conversation,
  conversationFilters,
  conversationId,
  ConversationList,
  conversationPath,
  Desk,
  LabelChange,
  longPaging,
  Message,
  MessageList,
  messagesQuery,
  Note,
  NoteList,
  NoteToWrite,
  Reply,
  Snooze,
} from '../protocol/conversation-schemas.ts';
import { pageOf, readCursor } from './read-parameters.ts';
import { describeMessage, describeNote } from './describe.ts';
import { keyedOperation, type ApiContext, type KeyedOperation, type Program } from './operation.ts';
import { API_PATH } from '../protocol/rules.ts';
import {
  SAMPLE_CONVERSATION,
  SAMPLE_DESK,
  SAMPLE_ID,
  SAMPLE_MESSAGE,
  SAMPLE_NOTE,
  SAMPLE_REPLY,
} from './samples.ts';

const PATH = `${API_PATH}/conversations`;
const ONE = `${PATH}/{id}`;
const EXAMPLE = `${PATH}/${SAMPLE_ID}`;
const CLIENT_ID = '0e1d2c3b-4a59-4687-9756-3c4d5e6f7a8b';
const LABEL_ID = '5c1f0a3e-2d4b-4c6d-8e9f-0a1b2c3d4e5f';

const READING: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'listConversations',
    method: 'GET',
    path: PATH,
    scope: 'conversations:read',
    title: msg('List conversations'),
    description: msg(
      'Newest first. To keep a copy, first read `newest` from the events, then all pages of this list, then follow the events after that number. This way, nothing is missed in between.',
    ),
    query: conversationFilters,
    answer: ConversationList,
    example: `${PATH}?view=waiting&limit=1`,
    sample: { data: [SAMPLE_CONVERSATION], nextCursor: null },
    async run({ db }, { view, topic, label, assignee, limit, cursor }) {
      const filters = { view, topic, label, assignee: assignee === 'nobody' ? null : assignee };
      const place = cursor === undefined ? undefined : readPlace(cursor);
      const found = await listConversations(db, filters, place, limit + 1);
      return pageOf(found, limit, (last) => [last.startedAt, last.id]);
    },
  }),
  keyedOperation({
    id: 'getConversation',
    method: 'GET',
    path: ONE,
    scope: 'conversations:read',
    title: msg('Read a conversation'),
    description: msg('Its current status and who it is assigned to.'),
    parameters: conversationPath,
    answer: Conversation,
    example: EXAMPLE,
    sample: SAMPLE_CONVERSATION,
    run: ({ db }, { id }) => readConversationRecord(db, id),
  }),
  keyedOperation({
    id: 'listMessages',
    method: 'GET',
    path: `${ONE}/messages`,
    scope: 'conversations:read',
    title: msg('List the messages of a conversation'),
    description: msg('In order, starting after a given number. Private notes are never included.'),
    parameters: conversationPath,
    query: messagesQuery,
    answer: MessageList,
    example: `${EXAMPLE}/messages?after=2`,
    sample: { data: [SAMPLE_MESSAGE], more: false },
    async run({ db }, { id, after, limit }) {
      if (!(await readConversationRecord(db, id))) return undefined;
      // Message numbers are 32-bit integers in the database, so no higher ones exist.
      if (after >= 2 ** 31 - 1) return { data: [], more: false };
      const found = await readMessagesAfter(db, id, after, limit + 1);
      return { data: found.slice(0, limit).map(describeMessage), more: found.length > limit };
    },
  }),
  keyedOperation({
    id: 'listNotes',
    method: 'GET',
    path: `${ONE}/notes`,
    scope: 'conversations:read',
    title: msg('List the private notes of a conversation'),
    description: msg('Notes that the team and its programs wrote for internal use, oldest first.'),
    parameters: conversationPath,
    query: v.object(longPaging),
    answer: NoteList,
    example: `${EXAMPLE}/notes`,
    sample: { data: [SAMPLE_NOTE], nextCursor: null },
    async run({ db }, { id, limit, cursor }) {
      if (!(await readConversationRecord(db, id))) return undefined;
      const place = cursor === undefined ? undefined : readNotePlace(cursor);
      const found = await readNotesAfter(db, id, place, limit + 1);
      return pageOf(found.map(describeNote), limit, (last) => [last.createdAt, last.id]);
    },
  }),
  keyedOperation({
    id: 'getDesk',
    method: 'GET',
    path: `${API_PATH}/desk`,
    scope: 'conversations:read',
    title: msg('Read agents, teams and labels'),
    description: msg(
      'The agents and teams that conversations can be assigned to, and the available labels.',
    ),
    answer: Desk,
    example: `${API_PATH}/desk`,
    sample: SAMPLE_DESK,
    async run({ db }) {
      const [agents, teams, labels] = await Promise.all([
        readColleagues(db),
        readTeams(db),
        readLabels(db),
      ]);
      return {
        agents: agents.map(({ id, fullName, isConnected }) => ({
          id,
          name: fullName,
          isConnected,
        })),
        teams,
        labels,
      };
    },
  }),
];

/** Writing operations call the use cases of the inbox, on behalf of the program that the key names. */
const WRITING: readonly KeyedOperation[] = [
  keyedOperation({
    id: 'sendMessage',
    method: 'POST',
    path: `${ONE}/messages`,
    scope: 'messages:write',
    title: msg('Reply to a visitor'),
    description: msg(
      "Counts as the team’s reply. The visitor sees it under the name of the key, or of the agent you specify. Text that still contains '{letters}' or starts with a /command is rejected. Sending it again with the same `clientId` returns the first message and sends nothing twice; a different text with the same `clientId` is a conflict.",
    ),
    parameters: conversationPath,
    body: {
      kind: 'json',
      schema: Reply,
      sample: { clientId: CLIENT_ID, text: 'It can. I have noted it down.' },
    },
    answer: Message,
    example: `${EXAMPLE}/messages`,
    sample: SAMPLE_REPLY,
    async run(appContext, { id }, program, { agentId, ...said }: v.InferOutput<typeof Reply>) {
      const writer = { kind: 'program', by: acting(program), agentId } as const;
      return describeMessage(
        await sendMessage(appContext, writer, { conversationId: id, ...said }),
      );
    },
  }),
  keyedOperation({
    id: 'writeNote',
    method: 'POST',
    path: `${ONE}/notes`,
    scope: 'notes:write',
    title: msg('Write a private note'),
    description: msg(
      'Visible only to the team, never to visitors, so a program can suggest a reply here. Repeating the request with the same `clientId` writes the note only once.',
    ),
    parameters: conversationPath,
    body: {
      kind: 'json',
      schema: NoteToWrite,
      sample: { clientId: CLIENT_ID, text: 'Their third order with us.' },
    },
    answer: Note,
    example: `${EXAMPLE}/notes`,
    sample: SAMPLE_NOTE,
    async run(appContext, { id }, program, note: v.InferOutput<typeof NoteToWrite>) {
      return describeNote(
        await writeNote(appContext, acting(program), { conversationId: id, ...note }),
      );
    },
  }),
  keyedOperation({
    id: 'labelConversation',
    method: 'POST',
    path: `${ONE}/labels`,
    scope: 'notes:write',
    title: msg('Add or remove a label'),
    description: msg(
      'On this conversation only, or permanently on its visitor. Repeating the request changes nothing.',
    ),
    parameters: conversationPath,
    body: { kind: 'json', schema: LabelChange, sample: { labelId: LABEL_ID, on: true } },
    answer: ChangedConversation,
    example: `${EXAMPLE}/labels`,
    sample: SAMPLE_CONVERSATION,
    async run(appContext, { id }, program, change: v.InferOutput<typeof LabelChange>) {
      const { visitor } = await requireOne(appContext, id);
      await putLabel(appContext, acting(program), {
        visitorId: visitor.id,
        labelId: change.labelId,
        conversationId: change.of === 'conversation' ? id : undefined,
        isOn: change.on,
      });
      return readChanged(appContext, id, program);
    },
  }),
  keyedOperation({
    id: 'assignConversation',
    method: 'POST',
    path: `${ONE}/assignment`,
    scope: 'messages:write',
    title: msg('Assign a conversation'),
    description: msg(
      "To an agent, to a member of a team, or back to the queue, together with the visitor's other conversations. Agents can be assigned more than their capacity allows.",
    ),
    parameters: conversationPath,
    body: { kind: 'json', schema: Assignment, sample: { to: 'agent', id: 'kX2v9mQ4' } },
    answer: ChangedConversation,
    example: `${EXAMPLE}/assignment`,
    sample: SAMPLE_CONVERSATION,
    async run(appContext, { id }, program, wanted: v.InferOutput<typeof Assignment>) {
      const { visitor } = await requireOne(appContext, id);
      const to =
        wanted.to === 'queue' ? ({ kind: 'queue' } as const) : { kind: wanted.to, id: wanted.id };
      const { note = '' } = wanted;
      await transferVisitor(appContext, program.trace, acting(program), {
        visitorId: visitor.id,
        to,
        note,
      });
      return readChanged(appContext, id, program);
    },
  }),
  keyedOperation({
    id: 'snoozeConversation',
    method: 'POST',
    path: `${ONE}/snooze`,
    scope: 'messages:write',
    title: msg('Snooze a conversation'),
    description: msg("Until then, none of the visitor's open conversations is listed as open."),
    parameters: conversationPath,
    body: { kind: 'json', schema: Snooze, sample: { until: '2026-06-15T08:00:00Z' } },
    answer: ChangedConversation,
    example: `${EXAMPLE}/snooze`,
    sample: SAMPLE_CONVERSATION,
    async run(appContext, { id }, program, { until }: v.InferOutput<typeof Snooze>) {
      const at = until === null ? null : new Date(until);
      if (at && Number.isNaN(at.getTime())) {
        throw new RefusedError(400, 'Enter a date that exists.', 'until');
      }
      await snoozeVisitor(appContext, acting(program), id, at);
      return readChanged(appContext, id, program);
    },
  }),
  keyedOperation({
    id: 'resolveConversation',
    method: 'POST',
    path: `${ONE}/resolve`,
    scope: 'messages:write',
    title: msg('Resolve a conversation'),
    description: msg(
      "Also resolves the visitor's other open conversations. Repeating the request changes nothing.",
    ),
    parameters: conversationPath,
    answer: ChangedConversation,
    example: `${EXAMPLE}/resolve`,
    sample: SAMPLE_CONVERSATION,
    async run(appContext, { id }, program) {
      await resolveVisitor(appContext, acting(program), id);
      return readChanged(appContext, id, program);
    },
  }),
  keyedOperation({
    id: 'reopenConversation',
    method: 'POST',
    path: `${ONE}/reopen`,
    scope: 'messages:write',
    title: msg('Reopen a conversation'),
    description: msg(
      'Restores its earlier status, waiting or snoozed. Repeating the request changes nothing.',
    ),
    parameters: conversationPath,
    answer: ChangedConversation,
    example: `${EXAMPLE}/reopen`,
    sample: SAMPLE_CONVERSATION,
    async run(appContext, { id }, program) {
      await reopenConversations(appContext, acting(program), [id]);
      return readChanged(appContext, id, program);
    },
  }),
];

export const CONVERSATION_OPERATIONS: readonly KeyedOperation[] = [...READING, ...WRITING];

const acting = ({ name, trace }: Program): ActingProgram => ({ program: name, trace });

async function readChanged(appContext: ApiContext, id: string, { scopes }: Program) {
  const one = await readConversationRecord(appContext.db, id);
  if (!one || scopes.includes('conversations:read')) return one;
  return { ...one, visitor: undefined, rating: undefined };
}

async function requireOne({ db }: ApiContext, id: string) {
  const record = await readConversationRecord(db, id);
  if (!record) throw new RefusedError(404, t(NO_SUCH_CONVERSATION));
  return record;
}

const place = v.strictTuple([instant, conversationId]);
const notePlace = v.strictTuple([instant, uuid]);

function readPlace(cursor: string) {
  const [startedAt, id] = readCursor(cursor, place);
  return { startedAt: new Date(startedAt), id };
}

function readNotePlace(cursor: string) {
  const [createdAt, id] = readCursor(cursor, notePlace);
  return { createdAt: new Date(createdAt), id };
}
