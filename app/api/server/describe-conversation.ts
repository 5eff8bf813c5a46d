import type * as v from 'valibot';
import type { ConversationRecord } from '../../chat/server/read/list-conversations.server.ts';
import { isRemoved, type MessageView, type NoteView } from '../../chat/protocol/views.ts';
import type { Conversation, Message, Note } from './conversation-schemas.ts';

// The representation of conversations for programs with a key.

export function describeConversation(
  record: ConversationRecord,
): v.InferInput<typeof Conversation> {
  const { visitor, labels } = record;
  return {
    ...record,
    labels: labels.map((label) => ({ ...label })),
    visitor: { ...visitor, labels: visitor.labels.map((label) => ({ ...label })) },
  };
}

export function describeMessage(message: MessageView): v.InferInput<typeof Message> {
  const { agentId, agentName, program = null, files = [] } = message;
  return {
    id: message.id,
    clientId: message.clientId,
    conversationId: message.conversationId,
    number: message.number,
    author: {
      side: message.isAgent ? 'team' : 'visitor',
      agent: agentId === null || agentName === null ? null : { id: agentId, name: agentName },
      program,
    },
    kind: message.kind ?? 'text',
    text: message.text,
    files: files.map(({ id, name, size, type }) => ({ id, name, size, type })),
    isRemoved: isRemoved(message),
    createdAt: message.createdAt,
  };
}

export function describeNote(note: NoteView): v.InferInput<typeof Note> {
  const { id, conversationId, authorId, authorName, program = null, text, createdAt } = note;
  const agent =
    authorId === null || authorName === null ? null : { id: authorId, name: authorName };
  return { id, conversationId, author: { agent, program }, text, createdAt };
}
