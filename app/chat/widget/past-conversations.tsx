import type { ConversationView } from '../protocol/views.ts';
import { say, sayAny, formatsNow } from '../../platform/say.ts';
import { formatClock, formatDay } from '../client/times.ts';
import { ConversationList } from './conversation-list.tsx';

interface PastConversationsProps {
  readonly conversations: readonly ConversationView[];
  readonly onOpen: (conversation: ConversationView) => void;
}

/**
 * Lists open conversations first (rule 97). The list shows only topic and time, because somebody else
 * may be using this browser now.
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
