import { useEffect, useRef, useState } from 'react';
import { holdsLetters, MANY } from '../../ui/find-by-letters.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { OfferedTopic } from '../protocol/chat-words.ts';
import type { ConversationView } from '../protocol/views.ts';
import { t } from '../../i18n/translate.ts';

// First-time visitors have no past conversations, so the module is loaded on demand.
const load = () => import('./past-conversations.tsx');
const OpenConversations = lazyPart(async () => (await load()).OpenConversations);
const EarlierConversations = lazyPart(async () => (await load()).EarlierConversations);

// Few shops have enough topics to need the filter.
const TopicFinder = lazyPart(async () => (await import('./topic-finder.tsx')).default);

const COLOURS: Readonly<Record<string, string>> = {
  'package-fill': 'bg-[#ffc43d]',
  'tag-fill': 'bg-[#ff6b4a]',
  'truck-fill': 'bg-[#bce9de]',
  'chat-circle-text-fill': 'bg-[#c9d2ff]',
};

interface TopicStepProps {
  readonly topics: readonly OfferedTopic[];
  readonly isBusy: boolean;
  /** Buttons are lower below a service card, so that four topics stay visible. */
  readonly isCompact: boolean;
  readonly prompts: number;
  readonly earlier: readonly ConversationView[];
  readonly onChoose: (topic: OfferedTopic) => void;
  readonly onOpenEarlier: (conversation: ConversationView) => void;
}

export function TopicStep(props: TopicStepProps) {
  const { topics, isBusy, prompts, earlier, onChoose, onOpenEarlier } = props;
  const [sought, setSought] = useState('');
  const isLong = topics.length > MANY;
  const shown = isLong ? topics.filter(({ name }) => holdsLetters(name, sought)) : topics;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (prompts > 0) first.current?.focus();
  }, [prompts]);

  return (
    <>
      {earlier.length > 0 && <OpenConversations conversations={earlier} onOpen={onOpenEarlier} />}
      {isLong && <TopicFinder sought={sought} found={shown.length} onSeek={setSought} />}
      <div className="mt-1.5 grid grid-cols-2 gap-2.5" role="group" aria-label={t('Topics')}>
        {shown.map((topic, index) => (
          <button
            key={topic.id}
            ref={index === 0 ? first : undefined}
            type="button"
            aria-disabled={isBusy}
            onClick={() => onChoose(topic)}
            className={`flex flex-col items-start rounded-[16px] border-[1.5px] border-line bg-surface p-[13px] text-start text-[15px] leading-[1.2] font-semibold transition-[border-color,transform] duration-[180ms] hover:border-primary active:scale-[0.98] aria-disabled:opacity-60 ${isLong ? 'justify-center [overflow-wrap:anywhere]' : `justify-between ${props.isCompact ? 'gap-2' : 'min-h-[112px] gap-3'}`}`}
          >
            {/* A long list shows no icons, because visitors read the names. */}
            {!isLong && (
              <span
                className={`grid size-[38px] place-items-center rounded-[9px] rounded-se-[19px] text-night ${COLOURS[topic.icon] ?? ''}`}
              >
                <Icon name={topic.icon as IconName} />
              </span>
            )}
            <bdi>{topic.name}</bdi>
          </button>
        ))}
      </div>
      {earlier.length > 0 && (
        <EarlierConversations conversations={earlier} onOpen={onOpenEarlier} />
      )}
    </>
  );
}
