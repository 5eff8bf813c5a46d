import type { ConversationView } from '../../conversation/wire/views.ts';
import { formatClock, formatDay } from '../times.ts';
import { ConversationList } from './conversation-list.tsx';

interface OpenConversationsProps {
  readonly conversations: readonly ConversationView[];
  readonly onOpen: (conversation: ConversationView) => void;
}

/**
 * What is open is what the chat begins with (DECISIONS 37): by topic and time alone, because whoever
 * sits at this browser now may be somebody else.
 */
export function OpenConversations({ conversations, onOpen }: OpenConversationsProps) {
  const now = new Date();
  const listed = conversations
    .filter(({ isCompleted }) => !isCompleted)
    .map((conversation) => {
      const startedAt = new Date(conversation.startedAt);
      const details = `${formatDay(startedAt, now)}, ${formatClock(startedAt)}`;
      return { conversation, title: conversation.topic, details };
    });
  if (listed.length === 0) return null;
  return (
    <ConversationList
      heading="Continue your conversation"
      icon="chat-circle"
      listed={listed}
      onOpen={onOpen}
    />
  );
}
