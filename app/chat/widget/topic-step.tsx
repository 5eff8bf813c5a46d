import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import { TOPICS, type Topic } from '../rules.ts';

const LOOK: Record<Topic, { icon: IconName; colour: string }> = {
  'Product/Service Support': { icon: 'package-fill', colour: '#ffc43d' },
  'Sales Inquiry': { icon: 'tag-fill', colour: '#ff6b4a' },
  'Order Fulfillment': { icon: 'truck-fill', colour: '#bce9de' },
  'General Questions': { icon: 'chat-circle-text-fill', colour: '#c9d2ff' },
};

interface TopicStepProps {
  readonly isBusy: boolean;
  readonly onChoose: (topic: Topic) => void;
}

export function TopicStep({ isBusy, onChoose }: TopicStepProps) {
  return (
    <div className="grid grid-cols-2 gap-2.5" role="group" aria-label="Topics">
      {TOPICS.map((topic) => (
        <button
          key={topic}
          type="button"
          disabled={isBusy}
          onClick={() => onChoose(topic)}
          className="flex min-h-[112px] flex-col items-start justify-between gap-3 rounded-[16px] bg-surface p-3.5 text-left text-[15px] leading-tight font-semibold ring-[1.5px] ring-line hover:ring-primary"
        >
          <span
            className="grid size-[38px] place-items-center rounded-[9px] rounded-tr-[19px] text-night"
            style={{ background: LOOK[topic].colour }}
          >
            <Icon name={LOOK[topic].icon} />
          </span>
          {topic}
        </button>
      ))}
    </div>
  );
}
