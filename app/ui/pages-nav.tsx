import { Link } from 'react-router';
import { t } from '../i18n/translate.ts';

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
  names: [before, after] = [t('Newer'), t('Older')],
  className = 'mt-8',
}: PagesNavProps) {
  if (page === 1 && !hasMore) return null;
  return (
    <nav aria-label={t('Pages')} className={`flex gap-3 ${className}`}>
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
