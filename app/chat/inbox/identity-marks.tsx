import { say } from '../../platform/say.ts';
import type { VisitorIdentity } from '../protocol/views.ts';
import { Icon } from '../../ui/icon.tsx';

const NOT_CONFIRMED = 'Address not confirmed';

interface IdentityMarksProps {
  readonly identity: VisitorIdentity;
  /** Shows an icon only; its meaning is the accessible name and the tooltip. */
  readonly isShort?: boolean;
  readonly isWrapped?: boolean;
}

/** Shows how certain a visitor's identity is, and nothing when the identity is certain (rule 167). */
export function IdentityMarks(props: IdentityMarksProps) {
  const { identity, isShort = false, isWrapped = false } = props;
  const { cameFrom } = identity;
  const verified = cameFrom && cameFrom.subject !== null && (
    <VerifiedBy site={cameFrom.site} subject={cameFrom.subject} isShort={isShort} />
  );
  if (identity.isConfirmed) return verified;
  return (
    <>
      {verified}
      <span
        className={`flex items-center gap-1 text-ink-3 ${isShort ? 'shrink-0' : 'min-w-5'}`}
        title={say(NOT_CONFIRMED)}
      >
        <Icon name="envelope-simple" size={15} className="shrink-0" />
        <span className={isShort ? 'sr-only' : isWrapped ? '' : 'truncate'}>
          {say(NOT_CONFIRMED)}
        </span>
      </span>
      {identity.isNewBrowser && (
        <span
          className={`-my-0.5 shrink-0 rounded-[7px] bg-amber-tint px-1.5 py-0.5 font-semibold text-amber ${isShort ? 'text-[12.5px] leading-4' : ''}`}
        >
          {say('New browser')}
        </span>
      )}
    </>
  );
}

/** Shows that a site vouches for the visitor's identity. The claim grants no access (decision 045). */
function VerifiedBy(props: { site: string; subject: string; isShort: boolean }) {
  const { site, subject, isShort } = props;
  return (
    <span
      className="flex min-w-0 shrink items-center gap-1 text-success"
      title={
        isShort ? say('Verified by {site}', { site }) : say('Known there as {subject}', { subject })
      }
    >
      <Icon name="check" size={15} />
      <span dir="auto" className={isShort ? 'sr-only' : '[overflow-wrap:anywhere]'}>
        {say('Verified by {site}', { site })}
      </span>
    </span>
  );
}
