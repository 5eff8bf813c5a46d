import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import type { OutboxPage, OutboxQuery } from '../../platform/change/read-outbox.server.ts';
import { OutboxFilter, pathOf } from './outbox-filter.tsx';
import { PagesNav } from '../../ui/pages-nav.tsx';
import { OutboxRow } from './outbox-row.tsx';

interface OutboxListProps extends OutboxPage {
  readonly query: OutboxQuery;
}

export function OutboxList({ query, entries, hasMore, counts }: OutboxListProps) {
  return (
    <>
      <OutboxFilter query={query} counts={counts} />
      {entries.length === 0 ? (
        <p className="mt-8 text-ink-2">
          {query.state === 'open' ? say('Nothing waits.') : say('Nothing has failed.')}
        </p>
      ) : (
        <ul className="list-card mt-6">
          {entries.map((entry) => (
            <OutboxRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      <PagesNav
        page={query.page}
        hasMore={hasMore}
        pathOf={(page) => pathOf({ ...query, page })}
        names={[say('Previous'), say('Next')]}
      />
      <p className="mt-6 text-[14px] text-ink-2">
        {say('What was given up is kept for 30 days; the')}{' '}
        <Link to="/team/audit" className="link">
          {say('audit log')}
        </Link>{' '}
        {say('has who sent what again.')}
      </p>
    </>
  );
}
