import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';

interface NoticeProps {
  readonly kind: 'error' | 'success';
  readonly children: ReactNode;
}

/** Shows a form's result. Screen readers announce it, and an icon repeats the meaning of the colour. */
export function Notice({ kind, children }: NoticeProps) {
  const isError = kind === 'error';
  return (
    <div
      role={isError ? 'alert' : 'status'}
      className={`flex items-start gap-3 rounded-field px-4 py-3 text-[15px] font-semibold ${
        isError ? 'bg-error-tint text-error' : 'bg-success-tint text-success'
      }`}
    >
      <Icon name={isError ? 'warning-circle-fill' : 'check-circle-fill'} className="mt-[2px]" />
      <div dir="auto" className="min-w-0 [overflow-wrap:anywhere]">
        {children}
      </div>
    </div>
  );
}
