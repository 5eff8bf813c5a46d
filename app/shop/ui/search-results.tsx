import { Link } from 'react-router';
import { EmptyState } from '../../ui/empty-state.tsx';
import { noMatch } from '../no-match.ts';
import type { CardSearch } from '../search/search-cards.ts';
import { CardGrid, countServices } from './service-group.tsx';
import { say, sayAny } from '../../platform/say.ts';

/** The page shows the results for links to a search and for browsers without scripts. */
export function SearchResults({ search, query }: { search: CardSearch; query: string }) {
  const { results, pages, suggestions } = search;
  if (results.length === 0) {
    const others = pages.length > 0 ? pages : suggestions;
    return (
      <section
        aria-label={say('Search results')}
        className="container-page pt-8 pb-8 md:pt-12 md:pb-0"
      >
        <EmptyState
          title={noMatch('overview', query)}
          text={
            pages.length > 0
              ? say('This is answered here:')
              : suggestions.length > 0
                ? say('Did you mean one of these?')
                : say('Try a shorter word, or ask an agent. They know the whole catalogue.')
          }
        >
          {others.length > 0 ? (
            <ul className="flex flex-wrap justify-center gap-2.5">
              {others.map(({ path, title }) => (
                <li key={path}>
                  <Link dir="auto" to={path} className="button button-line button-small">
                    {pages.length > 0 ? sayAny(title) : title}
                  </Link>
                </li>
              ))}
            </ul>
          ) : (
            <Link to="/contact" className="button button-line button-small">
              {say('Ask an agent')}
            </Link>
          )}
        </EmptyState>
      </section>
    );
  }
  return (
    <section aria-labelledby="results-title" className="container-page pt-8 pb-8 md:pt-14 md:pb-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2
          dir="auto"
          id="results-title"
          className="text-[clamp(28px,3vw,40px)] tracking-[-0.04em] [overflow-wrap:anywhere]"
        >
          {say('Results for “{query}”', { query })}
        </h2>
        <p className="text-[15px] text-ink-2">{countServices(results.length)}</p>
      </div>
      {pages.length > 0 && (
        <p className="mt-2 flex flex-wrap gap-x-5 text-[15px]">
          {pages.map(({ path, title }) => (
            <Link key={path} to={path} className="link inline-flex min-h-11 items-center">
              {sayAny(title)}
            </Link>
          ))}
        </p>
      )}
      <CardGrid services={results} heading="h3" />
    </section>
  );
}
