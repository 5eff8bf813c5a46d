import { say } from '../../../platform/say.ts';
import type { CameFrom } from '../../protocol/elsewhere.ts';
import type { InboxEntry } from '../../protocol/views.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IdentityMarks } from '../identity-marks.tsx';

export function AddressLine({ entry: { email, identity } }: { entry: InboxEntry }) {
  // A long address wraps before its host.
  const at = email.lastIndexOf('@');
  return (
    <>
      <p dir="auto" className="text-[14px] [overflow-wrap:anywhere] text-ink-2">
        {email.slice(0, at)}
        <wbr />
        {email.slice(at)}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-[13.5px]">
        {identity.isConfirmed && (
          <span className="flex items-center gap-1 text-success">
            <Icon name="check" size={15} /> {say('Address confirmed')}
          </span>
        )}
        <IdentityMarks identity={identity} isWrapped />
      </p>
      {identity.cameFrom && <CameFromLine from={identity.cameFrom} />}
    </>
  );
}

function CameFromLine({ from: { site, section, subject } }: { from: CameFrom }) {
  return (
    <p dir="auto" className="mt-1 text-[13.5px] [overflow-wrap:anywhere] text-ink-2">
      {say('From')} {site}
      {section !== null && `, ${section}`}
      {subject !== null && (
        <>
          {'. '}
          {say('Known there as')} <bdi>{subject}</bdi>
        </>
      )}
    </p>
  );
}
