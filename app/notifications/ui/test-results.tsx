import { say } from '../../platform/say.ts';
import type { TestResult } from '../server/push/test-notifications.server.ts';
import { Chip } from '../../ui/chip.tsx';
import type { FormAnswer } from '../../ui/form/form-answer.ts';
import { Notice } from '../../ui/form/notice.tsx';

export interface NotificationAnswer extends FormAnswer {
  readonly results?: readonly TestResult[];
}

interface TestResultsProps {
  readonly answer: Pick<NotificationAnswer, 'message' | 'results'> | undefined;
}

const OUTCOMES = {
  sent: { tone: 'success', name: 'Sent' },
  refused: { tone: 'error', name: 'Refused' },
  'not-set-up': { tone: 'amber', name: 'Not set up' },
} as const;

export function TestResults({ answer }: TestResultsProps) {
  if (!answer) return null;
  if (!answer.results) {
    return (
      <div className="mt-5">
        <Notice kind="error">{answer.message}</Notice>
      </div>
    );
  }
  return (
    <div role="status" className="mt-5">
      <p className="sr-only">{answer.message}</p>
      <ul className="list-card">
        {answer.results.map(({ channel, outcome, detail }) => (
          <li key={channel + detail} data-testid="test-result" className="list-row">
            <p className="min-w-0 flex-1 basis-60">
              <span dir="auto" className="font-[650] [overflow-wrap:anywhere]">
                {channel}
              </span>
              <span className="block text-[14px] text-ink-2">{detail}</span>
            </p>
            <Chip tone={OUTCOMES[outcome].tone}>{say(OUTCOMES[outcome].name)}</Chip>
          </li>
        ))}
      </ul>
    </div>
  );
}
