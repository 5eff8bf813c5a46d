import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../icon.tsx';
import { FAULT_SENTENCES, type RequestFault } from './request-fault.ts';
import { t, type Sentence } from '../../i18n/translate.ts';

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
      // Forced colours remove the background and show the outline.
      className={`flex items-start gap-3 rounded-field px-4 py-3 text-[15px] font-semibold outline outline-transparent ${
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

/** One message for every error, or separate messages. */
export type Failure = string | Partial<Readonly<Record<RequestFault, Sentence>>>;

interface FormFaultProps {
  readonly fault: RequestFault;
  readonly failure: Failure | undefined;
}

/**
 * Shows why a form got no response. The notice takes the focus and is below the button, so that nothing in
 * the form moves.
 */
export function FormFault({ fault, failure }: FormFaultProps) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => notice.current?.focus(), [fault]);
  return (
    <div ref={notice} tabIndex={-1} className="col-span-full mt-4 w-full outline-offset-4">
      <Notice kind="error">
        {textFor(fault, failure)}
        {fault === 'signed-out' && (
          <>
            {' '}
            <a href="/login" target="_blank" rel="noopener" className="link">
              {t('Sign in')}
            </a>
          </>
        )}
      </Notice>
    </div>
  );
}

function textFor(fault: RequestFault, failure: Failure | undefined): string {
  const ours = FAULT_SENTENCES[fault];
  if (typeof failure !== 'string') return t(failure?.[fault] ?? ours);
  // A retry does not help for these errors, so the message tells what does.
  return fault === 'signed-out' || fault === 'too-long' ? t(ours) : failure;
}
