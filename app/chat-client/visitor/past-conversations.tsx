import type { ConversationView } from '../../conversation/wire/views.ts';
import { say, sayAny, formatsNow } from '../../platform/say.ts';
import { formatClock, formatDay } from '../times.ts';
import { ConversationList } from './conversation-list.tsx';

interface PastConversationsProps {
  readonly conversations: readonly ConversationView[];
  readonly onOpen: (conversation: ConversationView) => void;
}

/**
 * What is open is what the chat begins with (DECISIONS 37): by topic and time alone, because whoever
 * sits at this browser now may be somebody else.
 */
export function OpenConversations({ conversations, onOpen }: PastConversationsProps) {
  const now = new Date();
  const listed = conversations
    .filter(({ isCompleted }) => !isCompleted)
    .map((conversation) => {
      const startedAt = new Date(conversation.startedAt);
      const details = `${formatDay(startedAt, now)}, ${formatClock(startedAt)}`;
      return { conversation, title: sayAny(conversation.topic), details };
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

const DATE = { month: 'short', day: 'numeric' } as const;

/** What this browser has talked about before; writing there again reopens it. */
export function EarlierConversations({ conversations, onOpen }: PastConversationsProps) {
  const listed = conversations
    .filter(({ isCompleted }) => isCompleted)
    .map((conversation) => {
      const { service, topic, agentName, startedAt } = conversation;
      const details = [
        new Intl.DateTimeFormat(formatsNow(), DATE).format(new Date(startedAt)),
        agentName,
        say('Completed'),
      ];
      return {
        conversation,
        title: service?.title ?? sayAny(topic),
        details: details.filter(Boolean).join(' • '),
      };
    });
  if (listed.length === 0) return null;
  return (
    <ConversationList
      heading="Earlier conversations"
      icon="clock-counter-clockwise"
      listed={listed}
      onOpen={onOpen}
    />
  );
}
