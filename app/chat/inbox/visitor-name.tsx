import type { InboxEntry } from '../protocol/views.ts';

/** Shows the visitor's name, which visitors choose freely, and always the email address. */
export function VisitorName({ entry: { email, identity } }: { entry: InboxEntry }) {
  if (identity.name === null) return <>{email}</>;
  return (
    <>
      <bdi>{identity.name}</bdi>{' '}
      <span className="text-[0.875em] font-normal tracking-normal text-ink-3">{email}</span>
    </>
  );
}
