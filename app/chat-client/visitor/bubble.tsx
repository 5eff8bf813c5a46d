import type { ReactNode } from 'react';

const SIDES = {
  agent: 'self-start rounded-bl-[4px] border-line bg-surface',
  visitor: 'self-end rounded-br-[4px] border-transparent bg-primary text-on-primary',
  pending: 'self-end rounded-br-[4px] border-dashed border-primary bg-soft text-soft-ink',
  failed: 'self-end rounded-br-[4px] border-dashed border-error bg-error-tint text-ink',
};

interface BubbleProps {
  readonly side: keyof typeof SIDES;
  readonly children: ReactNode;
}

export function Bubble({ side, children }: BubbleProps) {
  return (
    <div
      className={`w-fit max-w-[85%] rounded-[18px] border px-[14px] py-[9px] text-[15px] leading-[1.45] [overflow-wrap:anywhere] ${SIDES[side]}`}
    >
      {children}
    </div>
  );
}

/** Three dots; the status line says it in words. */
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
