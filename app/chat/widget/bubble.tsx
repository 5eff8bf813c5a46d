import type { ReactNode } from 'react';

const SIDES = {
  agent: 'self-start rounded-es-[4px] border-line bg-surface',
  visitor: 'self-end rounded-ee-[4px] border-transparent bg-primary text-on-primary',
  pending: 'self-end rounded-ee-[4px] border-dashed border-primary bg-soft text-soft-ink',
  removed: 'self-end rounded-ee-[4px] border-dashed border-line-strong text-ink-3',
  removedOfAgent: 'self-start rounded-es-[4px] border-dashed border-line-strong text-ink-3',
  failed: 'self-end rounded-ee-[4px] border-dashed border-error bg-error-tint text-ink',
};

export type BubbleSide = keyof typeof SIDES;

interface BubbleProps {
  readonly side: BubbleSide;
  readonly isInRow?: boolean;
  readonly children: ReactNode;
}

export function Bubble({ side, isInRow = false, children }: BubbleProps) {
  return (
    <div
      dir="auto"
      className={`w-fit ${isInRow ? 'col-start-2' : 'max-w-[85%]'} rounded-[18px] border px-[14px] py-[9px] text-[15px] leading-[1.45] [overflow-wrap:anywhere] ${SIDES[side]}`}
    >
      {children}
    </div>
  );
}

/** Shows three dots; the status line has the text for screen readers. */
export function TypingBubble() {
  return (
    <div aria-hidden="true">
      <Bubble side="agent">
        <span className="flex h-[22px] items-center gap-[5px] px-0.5">
          {[0, 1, 2].map((dot) => (
            <span key={dot} className="chat-dot size-2 rounded-full bg-ink-2" />
          ))}
        </span>
      </Bubble>
    </div>
  );
}
