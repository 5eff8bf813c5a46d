import { t, msgIn } from '../../i18n/translate.ts';
import { Link } from 'react-router';
import { formatCount } from '../../platform/format-count.ts';
import { Chip } from '../../ui/chip.tsx';
import type { EntryKind } from '../protocol/entry.ts';
import type { Look } from '../../shop/pictures/looks.ts';
import { Swatch } from '../../shop/ui/swatch.tsx';
import { MoveButtons } from './move-rows.tsx';

export interface OutlineEntry {
  readonly id: string;
  readonly title: string;
  readonly serviceCount: number;
  readonly isHidden: boolean;
  readonly isDraft: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

export interface OutlineSection extends OutlineEntry {
  readonly look: Look;
  readonly groups: readonly OutlineEntry[];
}

export function SectionOutline({ sections }: { readonly sections: readonly OutlineSection[] }) {
  return (
    <>
      <div className="mt-6 flex flex-wrap gap-3">
        <Link to="/team/catalogue/section/new" className="button button-primary button-small">
          {t('New section')}
        </Link>
        <Link to="/team/catalogue/group/new" className="button button-line button-small">
          {t('New group')}
        </Link>
      </div>
      <ol className="mt-6 grid gap-4">
        {sections.map((section) => (
          <li key={section.id} className="list-card px-4" data-testid="catalogue-section">
            <div className="flex items-center gap-3 py-1.5">
              <Swatch look={section.look} />
              <Row kind="section" entry={section} />
            </div>
            {section.groups.length > 0 && (
              <ol>
                {section.groups.map((group) => (
                  <li
                    key={group.id}
                    className="flex items-center gap-3 border-line py-1.5 pl-10 not-first:border-t"
                  >
                    <Row kind="group" entry={group} />
                  </li>
                ))}
              </ol>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}

function Row({
  kind,
  entry: catalogueEntry,
}: {
  readonly kind: EntryKind;
  readonly entry: OutlineEntry;
}) {
  return (
    <>
      <div className="min-w-0 flex-1">
        <Link
          dir="auto"
          to={`/team/catalogue/${kind}/${catalogueEntry.id}`}
          className="font-[650] [overflow-wrap:anywhere] hover:underline"
        >
          {catalogueEntry.title}
        </Link>
        {(catalogueEntry.isDraft || catalogueEntry.isHidden) && (
          <span className="ms-2.5 inline-flex flex-wrap gap-1.5">
            {catalogueEntry.isDraft && <Chip tone="amber">{t('Draft')}</Chip>}
            {catalogueEntry.isHidden && <Chip>{t(msgIn('catalogue', 'Hidden'))}</Chip>}
          </span>
        )}
        <span className="block text-[14px] leading-5 text-ink-2">
          {formatCount({ noun: 'service', number: catalogueEntry.serviceCount })}
        </span>
      </div>
      <MoveButtons
        kind={kind}
        id={catalogueEntry.id}
        title={catalogueEntry.title}
        isFirst={catalogueEntry.isFirst}
        isLast={catalogueEntry.isLast}
      />
    </>
  );
}
