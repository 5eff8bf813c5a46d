import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { noMatch } from '../no-match.ts';
import type { CardSearch } from '../search-cards.ts';
import { CardGrid, countServices } from './service-group.tsx';

/** The answer to a search as part of the page: for links and for browsers without scripts. */
export function SearchResults({ search, query }: { search: CardSearch; query: string }) {
  const { results, suggestions } = search;
  if (results.length === 0) {
    return (
      <section
        aria-label="Search results"
        className="mx-auto max-w-[1344px] px-5 pt-8 pb-8 md:px-6 md:pt-12 md:pb-0"
      >
        <EmptyState
          title={noMatch('overview', query)}
          text={
            suggestions.length > 0
              ? 'Did you mean one of these?'
              : 'Try a shorter word, or ask an agent. They know the whole catalogue.'
          }
        >
          {suggestions.length > 0 ? (
            <ul className="flex flex-wrap justify-center gap-2.5">
              {suggestions.map(({ path, title }) => (
                <li key={path}>
                  <Link to={path} className="button button-line button-small">
                    {title}
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <Link to="/contact" className="button button-line button-small">
              Ask an agent
            </Link>
          )}
        </EmptyState>
      </section>
    );
  }
  return (
    <section
      aria-labelledby="results-title"
      className="mx-auto max-w-[1344px] px-5 pt-8 pb-8 md:px-6 md:pt-14 md:pb-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2
          id="results-title"
          className="text-[clamp(28px,3vw,40px)] tracking-[-0.04em] [overflow-wrap:anywhere]"
        >
          Results for “{query}”
        </h2>
        <p className="text-[15px] text-ink-2">{countServices(results.length)}</p>
      </div>
      <CardGrid services={results} heading="h3" />
    </section>
  );
}
