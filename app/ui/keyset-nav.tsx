import { Link } from 'react-router';
import { t } from '../i18n/translate.ts';

interface KeysetNavProps {
  /** The path of the first page, or undefined on it. */
  readonly first: string | undefined;
  /** The path of the next page, or undefined on the last. */
  readonly next: string | undefined;
}

/** The navigation of a list whose pages begin behind a cursor. */
export function KeysetNav({ first, next }: KeysetNavProps) {
  if (first === undefined && next === undefined) return null;
  return (
    <nav aria-label={t('Pages')} className="mt-8 flex gap-3">
      {first !== undefined && (
        <Link to={first} className="button button-line button-small">
          {t('First page')}
        </Link>
      )}
      {next !== undefined && (
        <Link to={next} className="button button-line button-small">
          {t('Next page')}
        </Link>
      )}
    </nav>
  );
}
