import { Link } from 'react-router';
import { say } from '../platform/say.ts';

interface PagesNavProps {
  /** Starts at 1. */
  readonly page: number;
  readonly hasMore: boolean;
  readonly pathOf: (page: number) => string;
  readonly names?: readonly [before: string, after: string];
  readonly className?: string;
}

export function PagesNav({
  page,
  hasMore,
  pathOf,
  names: [before, after] = [say('Newer'), say('Older')],
  className = 'mt-8',
}: PagesNavProps) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label={say('Pages')} className={`flex gap-3 ${className}`}>
      {page > 1 && (
        <Link to={pathOf(page - 1)} className="button button-line button-small">
          {before}
        </Link>
      )}
      {hasMore && (
        <Link to={pathOf(page + 1)} className="button button-line button-small">
          {after}
        </Link>
      )}
    </nav>
  );
}
