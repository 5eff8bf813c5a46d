import type { ReactNode } from 'react';
import type { IconName } from '../../ui/icon-names.ts';
import { Icon } from '../../ui/icon.tsx';

interface ToolButtonProps {
  readonly icon: IconName;
  readonly isBusy?: boolean;
  /** True if the content that the button opens is open; undefined for other buttons. */
  readonly isExpanded?: boolean;
  readonly isPressed?: boolean;
  readonly label?: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

export function ToolButton(props: ToolButtonProps) {
  const { icon, isBusy, isExpanded, isPressed, label, onClick, children } = props;
  return (
    <button
      type="button"
      aria-label={label}
      aria-busy={isBusy}
      aria-expanded={isExpanded}
      aria-pressed={isPressed}
      onClick={onClick}
      className="flex min-h-9 min-w-0 items-center gap-1.5 rounded-full px-2.5 text-[13.5px] font-semibold text-ink-2 hover:bg-ink/8"
    >
      <Icon name={icon} size={16} />
      <span dir="auto" className="min-w-0 truncate">
        {children}
      </span>
    </button>
  );
}
