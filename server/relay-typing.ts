import { displayName } from '../app/accounts/protocol/member.ts';
import * as v from 'valibot';
import { accessToConversation, type Viewer } from '../app/chat/server/access.server.ts';
import { readConversationOwner } from '../app/chat/server/read/read-conversation.server.ts';
import { CONVERSATION_ID } from '../app/chat/protocol/rules.ts';
import type { Database } from '../app/platform/db/database.server.ts';
import { uuid } from '../app/platform/fields.ts';
import { room, watching, type LiveServer } from './live-rooms.ts';

const typing = v.object({
  conversationId: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
  // Lower case, because the message is stored and published with this id.
  clientId: v.optional(v.pipe(uuid, v.toLowerCase())),
});

/** Relays a typing notice to the other side of a conversation in which the sender may write. */
export async function relayTyping(
  io: LiveServer,
  db: Database,
  viewer: Viewer,
  event: unknown,
): Promise<void> {
  const said = v.safeParse(typing, event);
  if (!said.success) return;
  const { conversationId, clientId } = said.output;
  if ((await accessToConversation(db, viewer, conversationId)) !== 'write') return;
  if (viewer.kind === 'member') {
    const fromAgent = { conversationId, clientId, isAgent: true };
    io.to(room.conversation(conversationId)).emit('typing', fromAgent);
    return;
  }
  const owner = await readConversationOwner(db, conversationId);
  const fromVisitor = { conversationId, clientId, isAgent: false };
  if (owner) io.to(watching(owner.agentId)).emit('typing', fromVisitor);
}

const writing = v.object({
  conversationId: v.pipe(v.string(), v.regex(CONVERSATION_ID)),
  isNote: v.boolean(),
  isOver: v.boolean(),
});

/**
 * Tells the team that a member has begun to write in a conversation (rule 119); visitors are
 * not told. Readers may write notes, the assigned agent may reply.
 */
export async function relayWriting(
  io: LiveServer,
  db: Database,
  viewer: Viewer,
  event: unknown,
): Promise<void> {
  const said = v.safeParse(writing, event);
  if (!said.success || viewer.kind !== 'member') return;
  const { conversationId, isNote, isOver } = said.output;
  // A member who has just lost the visitor may still report the end of writing, which concerns only
  // themselves.
  if (!isOver) {
    const access = await accessToConversation(db, viewer, conversationId);
    if (!access || (access === 'read' && !isNote)) return;
  }
  const owner = await readConversationOwner(db, conversationId);
  if (!owner) return;
  const { id, email, fullName } = viewer.member;
  const by = { id, name: displayName(fullName, email) };
  const { visitorId, agentId } = owner;
  io.to(watching(agentId)).emit('writing', { visitorId, conversationId, by, isNote, isOver });
}
