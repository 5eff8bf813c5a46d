import { say } from '../../platform/say.ts';
import type { VisitorIdentity } from '../../conversation/wire/views.ts';
import { Icon } from '../../ui/icon.tsx';

const NOT_CONFIRMED = 'Address not confirmed';

interface IdentityMarksProps {
  readonly identity: VisitorIdentity;
  /** Where there is room for a sign only: what it means is read out, and shown on pointing. */
  readonly isShort?: boolean;
}

/** How sure it is who writes (DECISIONS 33), wherever a visitor stands: nothing where it is sure. */
export function IdentityMarks({ identity, isShort = false }: IdentityMarksProps) {
  if (identity.isConfirmed) return null;
  return (
    <>
      <span
        className="flex shrink-0 items-center gap-1 text-ink-3"
        title={isShort ? say(NOT_CONFIRMED) : undefined}
      >
        <Icon name="envelope-simple" size={15} />
        <span className={isShort ? 'sr-only' : ''}>{say(NOT_CONFIRMED)}</span>
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
