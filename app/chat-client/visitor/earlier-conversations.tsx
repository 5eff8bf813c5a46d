import type { ConversationView } from '../../conversation/wire/views.ts';
import { ConversationList } from './conversation-list.tsx';

interface EarlierConversationsProps {
  readonly conversations: readonly ConversationView[];
  readonly onOpen: (conversation: ConversationView) => void;
}

const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** What this browser has talked about before; writing there again reopens it. */
export function EarlierConversations({ conversations, onOpen }: EarlierConversationsProps) {
  const listed = conversations
    .filter(({ isCompleted }) => isCompleted)
    .map((conversation) => {
      const { service, topic, agentName, startedAt } = conversation;
      const details = [DATE.format(new Date(startedAt)), agentName, 'Completed'];
      return {
        conversation,
        title: service?.title ?? topic,
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
