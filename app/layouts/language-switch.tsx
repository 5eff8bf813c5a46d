import { useLocation, useMatches } from 'react-router';
import { prefixOf, putPrefix } from '../platform/address-language.ts';
import { isSecretAddress } from '../platform/secret-address.ts';
import { languageNow, say } from '../platform/say.ts';
import { useSite } from './use-site.ts';

/** Each in its own words. */
const NAMES = { en: 'English', es: 'Español' } as const;

/** The same page in the other languages of the shop; nothing where there is one. */
export function LanguageSwitch() {
  const { languages } = useSite();
  const location = useLocation();
  const matches = useMatches();
  if (!languages) return null;
  // The page that says that there is none is everybody's: it does not know what was asked for. What a
  // mail led to stands in the query, which must not travel further.
  const isThere = location.pathname === '/payment' || matches.at(-1)?.loaderData !== undefined;
  const isSecret = location.search !== '' && isSecretAddress(location);
  const path = isThere && !isSecret ? location.pathname : '/';
  return (
    <nav aria-label={say('Language')}>
      <ul className="flex flex-wrap gap-x-5">
        {languages.offered.map((language) => (
          <li key={language}>
            {/* Another document: a page that is open keeps to its language. */}
            <a
              href={encodeURI(putPrefix(prefixOf(languages, language), path))}
              lang={language}
              hrefLang={language}
              aria-current={language === languageNow() ? 'true' : undefined}
              className="footer-link"
            >
              {NAMES[language]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
