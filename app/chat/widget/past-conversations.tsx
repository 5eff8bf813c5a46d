import { translateTopic } from '../protocol/topic-names.ts';
import type { ConversationView } from '../protocol/views.ts';
import { t, formatsNow, msgIn } from '../../i18n/translate.ts';
import { formatClock } from '../../platform/formats.ts';
import { formatDay } from '../client/log-rows.ts';
import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';

interface ListedConversation {
  readonly conversation: ConversationView;
  readonly title: string;
  readonly details: string;
}

interface ConversationListProps {
  readonly heading: string;
  readonly icon: IconName;
  readonly listed: readonly ListedConversation[];
  readonly onOpen: (conversation: ConversationView) => void;
}

interface ConversationButtonProps extends ListedConversation {
  readonly headingId: string;
  readonly onOpen: (conversation: ConversationView) => void;
}

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
      const details = t('{day}, {time}', {
        day: formatDay(startedAt, now),
        time: formatClock(startedAt),
      });
      return { conversation, title: translateTopic(conversation.topic), details };
    });
  if (listed.length === 0) return null;
  return (
    <ConversationList
      heading={t('Continue your conversation')}
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
        t(msgIn('conversation', 'Completed')),
      ];
      return {
        conversation,
        title: service?.title ?? translateTopic(topic),
        details: details.filter(Boolean).join(' • '),
      };
    });
  if (listed.length === 0) return null;
  return (
    <ConversationList
      heading={t('Earlier conversations')}
      icon="clock-counter-clockwise"
      listed={listed}
      onOpen={onOpen}
    />
  );
}

function ConversationList({ heading, icon, listed, onOpen }: ConversationListProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-1.5">
      <h3
        id={id}
        className="flex items-center gap-1.5 font-sans text-[13.5px] font-semibold tracking-normal text-ink-2"
      >
        <Icon name={icon} size={16} />
        {heading}
      </h3>
      <ul className="mt-2 divide-y divide-line overflow-hidden rounded-[16px] border border-line bg-surface">
        {listed.map((one) => (
          <li key={one.conversation.id}>
            <ConversationButton {...one} headingId={id} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ConversationButton({
  conversation,
  headingId,
  title,
  details,
  onOpen,
}: ConversationButtonProps) {
  const { isAnswered, lastNumber, visitorReadNumber } = conversation;
  // Messages that only the visitor wrote are not unread.
  const isUnread = isAnswered && lastNumber > visitorReadNumber;
  const id = useId();
  return (
    <button
      id={id}
      type="button"
      // The heading is part of the name, because the topic buttons below have the same text.
      aria-labelledby={`${headingId} ${id}`}
      onClick={() => onOpen(conversation)}
      className="flex min-h-[58px] w-full items-center gap-3 px-3.5 py-2 text-start hover:bg-sunken focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate text-[14.5px] leading-[1.35] font-semibold">
          {title}
        </span>
        <span dir="auto" className="block truncate text-[13px] text-ink-3">
          {details}
        </span>
      </span>
      {isUnread && (
        <span className="rounded-full border border-transparent bg-badge px-2 text-[12.5px] leading-[1.6] font-bold text-on-badge">
          {t('New')}
        </span>
      )}
      <Icon name="caret-right" size={16} className="text-ink-3" />
    </button>
  );
}
