import { say } from '../../platform/say.ts';
import type { TeamMember } from '../server/members/read-team.server.ts';
import { PageSection } from '../../ui/page-section.tsx';
import { ActiveRow, SuspendedRow, WaitingRow } from './team-rows.tsx';

interface TeamListProps {
  readonly team: readonly TeamMember[];
  readonly selfId: string;
  readonly signUpsNotShown: number;
  /** True if emails are delivered, so that addresses can be verified. */
  readonly isProofNeeded: boolean;
}

export function TeamList({ team, selfId, signUpsNotShown, isProofNeeded }: TeamListProps) {
  const standing = (status: string) => team.filter((person) => person.status === status);
  const waiting = standing('waiting');
  const active = standing('active');
  const suspended = standing('suspended');
  return (
    <>
      {waiting.length > 0 && (
        <PageSection title={say('Waiting for approval')} count={waiting.length + signUpsNotShown}>
          <ul className="list-card">
            {waiting.map((person) => (
              <WaitingRow key={person.id} person={person} isProofNeeded={isProofNeeded} />
            ))}
          </ul>
          {signUpsNotShown > 0 && (
            <p className="mt-3 text-[14px] text-ink-2">
              {say(
                '{signUpsNotShown} older requests are not shown. They end by themselves within 30 days.',
                { signUpsNotShown },
              )}
            </p>
          )}
        </PageSection>
      )}
      <PageSection title={say('Active')} count={active.length}>
        <ul className="list-card">
          {active.map((person) => (
            <ActiveRow key={person.id} person={person} isSelf={person.id === selfId} />
          ))}
        </ul>
      </PageSection>
      {suspended.length > 0 && (
        <PageSection title={say('Suspended')} count={suspended.length}>
          <ul className="list-card">
            {suspended.map((person) => (
              <SuspendedRow key={person.id} person={person} />
            ))}
          </ul>
        </PageSection>
      )}
    </>
  );
}
