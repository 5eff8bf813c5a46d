import { Icon } from '../../ui/icon.tsx';
import type { ConversationView } from '../../conversation/wire/views.ts';

interface EarlierConversationsProps {
  readonly conversations: readonly ConversationView[];
  readonly onOpen: (conversation: ConversationView) => void;
}

const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });

/** What this browser has talked about before; writing there again reopens it. */
export function EarlierConversations({ conversations, onOpen }: EarlierConversationsProps) {
  return (
    <section aria-labelledby="chat-earlier" className="mt-3">
      <h3
        id="chat-earlier"
        className="flex items-center gap-1.5 font-sans text-[13.5px] font-semibold tracking-normal text-ink-2"
      >
        <Icon name="clock-counter-clockwise" size={16} />
        Earlier conversations
      </h3>
      <ul className="mt-2 divide-y divide-line overflow-hidden rounded-[16px] border border-line bg-surface">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <EarlierButton conversation={conversation} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface EarlierButtonProps {
  readonly conversation: ConversationView;
  readonly onOpen: (conversation: ConversationView) => void;
}

function EarlierButton({ conversation, onOpen }: EarlierButtonProps) {
  const { service, topic, agentName, startedAt, isCompleted } = conversation;
  const isUnread = conversation.lastNumber > conversation.visitorReadNumber;
  const details = [DATE.format(new Date(startedAt)), agentName, isCompleted ? 'Completed' : 'Open'];
  return (
    <button
      type="button"
      onClick={() => onOpen(conversation)}
      className="flex min-h-[58px] w-full items-center gap-3 px-3.5 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[14.5px] leading-[1.35] font-semibold">
          {service?.title ?? topic}
        </span>
        <span className="block truncate text-[13px] text-ink-3">
          {details.filter(Boolean).join(' • ')}
        </span>
      </span>
      {isUnread && (
        <span className="rounded-full border border-transparent bg-badge px-2 text-[12.5px] leading-[1.6] font-bold text-on-badge">
          New
        </span>
      )}
      <Icon name="caret-right" size={16} className="text-ink-3" />
    </button>
  );
}
