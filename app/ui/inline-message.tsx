import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

interface InlineMessageProps {
  readonly tone: 'success' | 'error';
  readonly children: ReactNode;
}

/** The caller must provide `role="status"` or `role="alert"`. */
export function InlineMessage({ tone, children }: InlineMessageProps) {
  const colours = tone === 'success' ? 'bg-success-tint text-success' : 'bg-error-tint text-error';
  return (
    <span
      className={`flex min-h-12 items-center gap-3 rounded-field border border-transparent px-4 py-3 text-[15px] font-[550] ${colours}`}
    >
      <Icon
        name={tone === 'success' ? 'check-circle-fill' : 'warning-circle-fill'}
        className="self-start mt-px"
      />
      <span>{children}</span>
    </span>
  );
}
