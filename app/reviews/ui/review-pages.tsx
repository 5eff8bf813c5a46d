import { Link } from 'react-router';
import { pagesAround } from '../pages-around.ts';
import { say } from '../../platform/say.ts';

interface ReviewPagesProps {
  readonly page: number;
  readonly pageCount: number;
  /** Examples are '' and '?sort=highest'. */
  readonly search: string;
  /** A new page scrolls to the heading with this id. */
  readonly target: string;
}

/** The page numbers are links, so they work without scripts. */
export function ReviewPages({ page, pageCount, search, target }: ReviewPagesProps) {
  return (
    <nav aria-label={say('Pages of reviews')} className="mt-1">
      <ul className="flex flex-wrap items-center gap-2">
        {pagesAround(page, pageCount).map((entry) =>
          typeof entry === 'string' ? (
            <li key={entry} aria-hidden="true" className="w-6 text-center text-ink-3">
              …
            </li>
          ) : (
            <li key={entry}>
              <Link
                to={{
                  search: entry === 1 ? search : `${search || '?'}${search && '&'}page=${entry}`,
                  hash: target,
                }}
                preventScrollReset
                aria-label={say('Page {entry}', { entry })}
                aria-current={entry === page ? 'page' : undefined}
                className="grid h-11 min-w-11 place-items-center rounded-[12px] forced-colors:border bg-surface px-2 text-[15px] font-[650] tabular-nums ring-[1.5px] ring-line ring-inset hover:ring-line-strong aria-[current=page]:bg-ink aria-[current=page]:text-canvas aria-[current=page]:underline aria-[current=page]:decoration-transparent aria-[current=page]:ring-ink"
              >
                {entry}
              </Link>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
