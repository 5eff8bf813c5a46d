import { useEffect, useRef } from 'react';
import { Notice } from './notice.tsx';
import { FAULT_SENTENCES, type RequestFault } from './request-fault.ts';
import { sayAny, say } from '../../platform/say.ts';

/** One sentence for every fault, or one for each that has its own. */
export type Failure = string | Partial<Readonly<Record<RequestFault, string>>>;

interface FormFaultProps {
  readonly fault: RequestFault;
  readonly failure: Failure | undefined;
}

/**
 * Why a form has no answer. It takes the focus, and stands below the button: there the eye is, and
 * nothing that was typed moves.
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
  // Trying again does not help there: what does is said.
  return fault === 'signed-out' || fault === 'too-long' ? ours : failure;
}
