import { MessageBubble } from '../client/message-bubble.tsx';
import { t } from '../../i18n/translate.ts';

interface HeldMessagesProps {
  readonly texts: readonly string[];
  readonly missing: 'topic' | 'email';
  readonly onDiscard: (index: number) => void;
}

/** Shows messages written before the conversation exists; they are sent as soon as it does. */
export function HeldMessages({ texts, missing, onDiscard }: HeldMessagesProps) {
  return texts.map((text, index) => (
    // Texts may be equal, and items are only ever removed.
    // oxlint-disable-next-line react/no-array-index-key
    <div key={index} className="chat-line flex flex-col">
      <MessageBubble side="end" look="pending" text={text} />
      <p className="mt-1 flex items-center self-end pe-1 text-[13px] text-ink-3">
        {missing === 'topic'
          ? t('Will be sent once you choose a topic')
          : t('Will be sent with your email')}
        <button
          type="button"
          onClick={() => onDiscard(index)}
          className="-me-2 min-h-6 px-2 font-semibold text-ink underline underline-offset-3"
        >
          {t('Discard')}
        </button>
      </p>
    </div>
  ));
}
