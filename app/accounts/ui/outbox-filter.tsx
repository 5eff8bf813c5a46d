import { say } from '../../platform/say.ts';
import { Link } from 'react-router';
import type { OutboxPage, OutboxQuery } from '../../platform/change/read-outbox.server.ts';
import { nameOfKind } from './outbox-row.tsx';

export function pathOf({ state, kind, page }: OutboxQuery): string {
  const parameters = new URLSearchParams({ state });
  if (kind !== undefined) parameters.set('kind', kind);
  if (page > 1) parameters.set('page', String(page));
  return `?${parameters.toString()}`;
}

interface Choice extends Pick<OutboxQuery, 'state' | 'kind'> {
  readonly label: string;
  readonly count: number;
}

export function OutboxFilter({
  query,
  counts,
}: {
  readonly query: OutboxQuery;
  readonly counts: OutboxPage['counts'];
}) {
  const sum = (state: OutboxQuery['state']) => counts.reduce((total, one) => total + one[state], 0);
  const choices: readonly Choice[] = [
    { state: 'open', kind: undefined, label: say('Waiting'), count: sum('open') },
    { state: 'failed', kind: undefined, label: say('Failed'), count: sum('failed') },
    ...counts.flatMap(({ kind, open, failed }) => [
      {
        state: 'open' as const,
        kind,
        label: say('{nameOfKind}, waiting', { nameOfKind: nameOfKind(kind) }),
        count: open,
      },
      {
        state: 'failed' as const,
        kind,
        label: say('{nameOfKind}, failed', { nameOfKind: nameOfKind(kind) }),
        count: failed,
      },
    ]),
  ];
  return (
    <nav aria-label={say('Outbox')} className="mt-8">
      <ul className="flex flex-wrap gap-2">
        {choices
          .filter(({ kind, count }) => kind === undefined || count > 0)
          .map(({ state, kind, label, count }) => {
            const isHere = state === query.state && kind === query.kind;
            return (
              <li key={`${state} ${kind ?? ''}`}>
                <Link
                  to={pathOf({ state, kind, page: 1 })}
                  aria-current={isHere ? 'page' : undefined}
                  className={`button button-small ${isHere ? 'button-primary' : 'button-line'}`}
                >
                  {label} <span className="tabular-nums">{count}</span>
                </Link>
              </li>
            );
          })}
      </ul>
    </nav>
  );
}
