import { useLocation, useMatches } from 'react-router';
import { prefixOf, putPrefix } from '../../platform/address-language.ts';
import { isSecretAddress } from '../../platform/secret-address.ts';
import { languageNow, say } from '../../platform/say.ts';
import { useSite } from './use-site.ts';

const NAMES = { en: 'English', es: 'Español' } as const;

/** Links to this page in the shop's other languages; empty in a shop with one language. */
export function LanguageSwitch() {
  const { languages } = useSite();
  const location = useLocation();
  const matches = useMatches();
  if (!languages) return null;
  // The 404 page is shared by all paths, so it does not know the requested one. The query of an emailed link
  // has a secret that must not go into another link.
  const isThere = location.pathname === '/payment' || matches.at(-1)?.loaderData !== undefined;
  const isSecret = location.search !== '' && isSecretAddress(location);
  const path = isThere && !isSecret ? location.pathname : '/';
  return (
    <nav aria-label={say('Language')}>
      <ul className="flex flex-wrap gap-x-5">
        {languages.offered.map((language) => (
          <li key={language}>
            {/* A plain link loads a new document, because an open page keeps its language. */}
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
