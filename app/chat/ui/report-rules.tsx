import { say } from '../../platform/say.ts';
import { ESTIMATED } from '../protocol/report-tables.ts';
import { PageSection } from '../../ui/page-section.tsx';

interface ReportRulesProps {
  readonly timeZone: string;
  readonly hasHours: boolean;
  readonly isEstimate: boolean;
}

export function ReportRules({ timeZone, hasHours, isEstimate }: ReportRulesProps) {
  return (
    <PageSection title={say('How it is measured')}>
      <ul className="max-w-[47em] list-disc space-y-2 pl-5 text-[15px] text-ink-2">
        <li>
          {say(
            'A report is about the conversations that began in its period. Days and hours are those of {timeZone}.',
            { timeZone },
          )}
        </li>
        <li>
          {say(
            'First response: from the visitor’s first message to the team’s first answer. Resolution: from the beginning to the last message of a completed conversation.',
          )}{' '}
          {hasHours
            ? say(
                'Both count the time within the chat hours alone; what ended before the next opening is left out.',
              )
            : say('Both count all hours, because no chat hours are set.')}
        </li>
        <li>
          {say(
            'The median is the one in the middle; nine of ten stay below the 90th percentile. Fewer than five measured conversations are too few to say.',
          )}
        </li>
        {isEstimate && (
          <li>
            {say(
              'A period this long is added up from its days: medians and 90th percentiles of several days are estimates, and {estimated} says how far off they are at most. Counts, ratings and the figures of each day are exact.',
              { estimated: ESTIMATED },
            )}
          </li>
        )}
        <li>
          {say(
            'Satisfied means 4 or 5 of 5 stars. A rating belongs to the agent who had the visitor when it was given.',
          )}
        </li>
      </ul>
    </PageSection>
  );
}
