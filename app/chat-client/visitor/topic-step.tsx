import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { TOPICS, type Topic } from '../../conversation/wire/rules.ts';
import type { ConversationView } from '../../conversation/wire/views.ts';
import { OpenConversations } from './open-conversations.tsx';
import { EarlierConversations } from './earlier-conversations.tsx';

const LOOK: Record<Topic, { icon: IconName; colour: string }> = {
  'Product/Service Support': { icon: 'package-fill', colour: 'bg-[#ffc43d]' },
  'Sales Inquiry': { icon: 'tag-fill', colour: 'bg-[#ff6b4a]' },
  'Order Fulfillment': { icon: 'truck-fill', colour: 'bg-[#bce9de]' },
  'General Questions': { icon: 'chat-circle-text-fill', colour: 'bg-[#c9d2ff]' },
};

interface TopicStepProps {
  readonly isBusy: boolean;
  /** Lower, where a service stands above them: all four stay in sight. */
  readonly isCompact: boolean;
  /** Goes up when the visitor sends something before choosing. */
  readonly prompts: number;
  readonly earlier: readonly ConversationView[];
  readonly onChoose: (topic: Topic) => void;
  readonly onOpenEarlier: (conversation: ConversationView) => void;
}

export function TopicStep(props: TopicStepProps) {
  const { isBusy, isCompact, prompts, earlier, onChoose, onOpenEarlier } = props;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (prompts > 0) first.current?.focus();
  }, [prompts]);

  return (
    <>
      <OpenConversations conversations={earlier} onOpen={onOpenEarlier} />
      <div className="mt-1.5 grid grid-cols-2 gap-2.5" role="group" aria-label="Topics">
        {TOPICS.map((topic, index) => (
          <button
            key={topic}
            ref={index === 0 ? first : undefined}
            type="button"
            aria-disabled={isBusy}
            onClick={() => onChoose(topic)}
            className={`flex flex-col items-start justify-between rounded-[16px] border-[1.5px] border-line bg-surface p-[13px] text-left text-[15px] leading-[1.2] font-semibold transition-[border-color,transform] duration-[180ms] hover:border-primary active:scale-[0.98] aria-disabled:opacity-60 ${isCompact ? 'gap-2' : 'min-h-[112px] gap-3'}`}
          >
            <span
              className={`grid size-[38px] place-items-center rounded-[9px] rounded-tr-[19px] text-night ${LOOK[topic].colour}`}
            >
              <Icon name={LOOK[topic].icon} />
            </span>
            {topic}
          </button>
        ))}
      </div>
      <EarlierConversations conversations={earlier} onOpen={onOpenEarlier} />
    </>
  );
}
