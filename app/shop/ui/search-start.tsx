import { Icon } from '../../ui/icon.tsx';
import { usePickerList } from '../../ui/picker-list.ts';
import type { Picker } from '../../ui/use-picker.ts';
import { t } from '../../i18n/translate.ts';
import { formatCardPrice } from '../price.ts';
import { readRecentServices } from '../recent-services.ts';
import { cardPicture, type CardService } from '../service.ts';
import { plainPhotoPath } from '../../catalogue/protocol/photo.ts';
import { Cost } from './search-options.tsx';

export interface SearchStart {
  readonly popular: readonly CardService[];
  readonly examples: readonly string[];
}

export type StartOption =
  | { readonly path: string; readonly title: string; readonly service?: CardService }
  | { readonly query: string };

const POPULAR_SHOWN = 4;

/** Example queries come first, then the visitor's recent choices in this browser, then popular services. */
export function startOptions({ popular, examples }: SearchStart): readonly StartOption[] {
  const recent = readRecentServices();
  const others = popular.filter(({ path }) => !recent.some((one) => one.path === path));
  return [
    ...examples.map((query) => ({ query })),
    ...recent,
    ...others
      .slice(0, POPULAR_SHOWN)
      .map((service) => ({ path: service.path, title: service.title, service })),
  ];
}

interface StartListProps {
  readonly options: readonly StartOption[];
  readonly picker: Picker;
  readonly onChoose: (option: StartOption) => void;
}

export function StartList({ options, picker, onChoose }: StartListProps) {
  const { listProps, optionProps } = usePickerList(picker);
  return (
    <ul
      {...listProps}
      aria-label={t('Where to begin')}
      className="min-h-0 overflow-y-auto overscroll-contain"
    >
      {options.map((option, index) => (
        <li
          key={'query' in option ? option.query : option.path}
          {...optionProps(index, () => onChoose(option))}
          className="flex min-h-12 cursor-pointer items-center gap-3.5 rounded-field px-2 py-1.5 aria-selected:bg-soft aria-selected:outline-2 aria-selected:-outline-offset-2 aria-selected:outline-transparent forced-colors:aria-selected:outline-[Highlight]"
        >
          <StartRow option={option} />
        </li>
      ))}
    </ul>
  );
}

function StartRow({ option }: { readonly option: StartOption }) {
  if ('query' in option) {
    return (
      <>
        <Mark icon="magnifying-glass" />
        <span className="text-ink">
          <span className="sr-only">{t('Search')} </span>“<bdi>{option.query}</bdi>”
        </span>
      </>
    );
  }
  const { title, service } = option;
  if (!service) {
    return (
      <>
        <Mark icon="clock" />
        <span dir="auto" className="min-w-0 flex-1 truncate font-semibold text-ink">
          {title}
        </span>
        <span className="text-sm text-ink-2">{t('Chosen before')}</span>
      </>
    );
  }
  return (
    <>
      <img
        src={service.photo ? plainPhotoPath(service.photo, 640) : cardPicture(service)}
        alt=""
        width={56}
        height={42}
        className="h-[42px] w-14 shrink-0 rounded-chip object-cover"
      />
      <span dir="auto" className="min-w-0 flex-1 leading-snug font-semibold text-ink">
        {title}
      </span>
      <Cost cost={formatCardPrice(service.price)} rating={service.rating?.average} />
    </>
  );
}

function Mark({ icon }: { readonly icon: 'clock' | 'magnifying-glass' }) {
  return (
    <span className="grid h-[42px] w-14 shrink-0 place-items-center rounded-chip bg-sunken text-ink-2">
      <Icon name={icon} size={20} />
    </span>
  );
}
