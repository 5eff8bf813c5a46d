import { useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';
import { FAULT_SENTENCES, type RequestFault } from './request-fault.ts';
import { sayAny, say } from '../../platform/say.ts';

/** One message for every error, or separate messages. */
export type Failure = string | Partial<Readonly<Record<RequestFault, string>>>;

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
        {sayAny(sentenceFor(fault, failure))}
        {fault === 'signed-out' && (
          <>
            {' '}
            <a href="/login" target="_blank" rel="noopener" className="link">
              {say('Sign in')}
            </a>
          </>
        )}
      </Notice>
    </div>
  );
}

function sentenceFor(fault: RequestFault, failure: Failure | undefined): string {
  const ours = FAULT_SENTENCES[fault];
  if (typeof failure !== 'string') return failure?.[fault] ?? ours;
  // A retry does not help for these errors, so the message tells what does.
  return fault === 'signed-out' || fault === 'too-long' ? ours : failure;
}
