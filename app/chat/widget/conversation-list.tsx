import { useId } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { ConversationView } from '../protocol/views.ts';
import { say } from '../../platform/say.ts';

export interface ListedConversation {
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

export function ConversationList({ heading, icon, listed, onOpen }: ConversationListProps) {
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

interface ConversationButtonProps extends ListedConversation {
  readonly headingId: string;
  readonly onOpen: (conversation: ConversationView) => void;
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
          {say('New')}
        </span>
      )}
      <Icon name="caret-right" size={16} className="text-ink-3" />
    </button>
  );
}
