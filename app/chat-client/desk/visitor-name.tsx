import type { InboxEntry } from '../../conversation/wire/views.ts';

/** Who a visitor is to the team: the name they gave, and always the address that it goes to. */
export function VisitorName({ entry: { email, identity } }: { entry: InboxEntry }) {
  if (identity.name === null) return <>{email}</>;
  return (
    <>
      <bdi>{identity.name}</bdi>{' '}
      <span className="text-[0.875em] font-normal tracking-normal text-ink-3">{email}</span>
    </>
  );
}
