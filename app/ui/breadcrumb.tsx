import { Link } from 'react-router';
import { Icon } from './icon.tsx';
import { t } from '../i18n/translate.ts';

export interface Crumb {
  readonly label: string;
  readonly to: string;
}

interface BreadcrumbProps {
  readonly crumbs: readonly Crumb[];
  readonly current: string;
}

export function Breadcrumb({ crumbs, current }: BreadcrumbProps) {
  return (
    <nav aria-label={t('Breadcrumb')} className="breadcrumb">
      <ol>
        {crumbs.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <Icon name="caret-right" size={14} />
          </li>
        ))}
        <li>
          <span aria-current="page">{current}</span>
        </li>
      </ol>
    </nav>
  );
}
