import { t } from '../../i18n/translate.ts';
import { openPalette } from '../../ui/command/command.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon-names.ts';
import type { InboxSelection, SelectionState } from './inbox-selection.ts';
import { holdersFor, labelsFor, timesFor } from './selection-choices.ts';

interface SelectionBarProps {
  readonly state: SelectionState;
  readonly selection: InboxSelection;
  readonly mayAssign: boolean;
}

export function SelectionBar({ state, selection, mayAssign }: SelectionBarProps) {
  const { chosen, isBusy, answered, problem } = state;
  const isEmpty = chosen.size === 0 || isBusy;
  return (
    // The bar is sticky, so that it can be reached after scrolling down a long list.
    <div
      role="group"
      aria-label={t('Selected conversations')}
      className="selection-bar sticky top-0 z-10 bg-sunken px-3 pt-4 pb-2"
    >
      <div className="rounded-[12px] bg-surface p-2 shadow-raised">
        <div className="flex items-center gap-2 px-1.5">
          <p role="status" className="min-w-0 flex-1 text-[14px] font-semibold tabular-nums">
            {isBusy
              ? t('Working...')
              : t('{size, plural, one {# selected} other {# selected}}', { size: chosen.size })}
            {isBusy && answered > 0 && ` ${answered} / ${chosen.size}`}
          </p>
          <button
            type="button"
            className="min-h-9 rounded-chip px-2 text-[13.5px] font-semibold text-ink-2 hover:text-ink"
            onClick={() => selection.all()}
          >
            {t('Select all shown')}
          </button>
          <button
            type="button"
            className="min-h-9 rounded-chip px-2 text-[13.5px] font-semibold text-ink-2 hover:text-ink"
            onClick={() => selection.end()}
          >
            {t('Done')}
          </button>
        </div>
        <div className="mt-1 grid grid-cols-4 gap-1">
          <Act icon="check" isOff={isEmpty} onClick={() => void selection.resolve()}>
            {t('Resolve')}
          </Act>
          <Act icon="moon-stars" isOff={isEmpty} onClick={() => openPalette(timesFor(selection))}>
            {t('Snooze')}
          </Act>
          <Act
            icon="users"
            isOff={isEmpty}
            onClick={() => openPalette(holdersFor(selection, state, mayAssign))}
          >
            {t('Assign')}
          </Act>
          <Act icon="tag" isOff={isEmpty} onClick={() => openPalette(labelsFor(selection))}>
            {t('Label')}
          </Act>
        </div>
      </div>
      {problem && (
        <p role="status" className="px-1.5 pt-2 text-[13.5px] text-ink-2">
          {problem}
        </p>
      )}
      <RefusedList {...state} />
    </div>
  );
}

function RefusedList({ refused, refusal }: SelectionState) {
  if (refused.length === 0) return null;
  const title = describeRefusal(refusal, refused.length);
  return (
    <div role="alert" className="px-1.5 pt-2 text-[13.5px] text-error">
      <p dir="auto" className="font-semibold">
        {title}
      </p>
      <ul aria-label={title} tabIndex={0} className="mt-1 grid max-h-40 gap-1 overflow-y-auto">
        {refused.map(({ visitorId, email, why }) => (
          <li dir="auto" key={visitorId} className="[overflow-wrap:anywhere]">
            {email}: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeRefusal(refusal: SelectionState['refusal'], length: number): string {
  if (refusal === 'loss') {
    return t(
      '{count, plural, one {# conversation is no longer selected:} other {# conversations are no longer selected:}}',
      { count: length },
    );
  }
  if (refusal === 'undo') {
    return t(
      "{count, plural, one {# change couldn''t be undone:} other {# changes couldn''t be undone:}}",
      { count: length },
    );
  }
  return t(
    "{count, plural, one {# conversation wasn''t changed:} other {# conversations weren''t changed:}}",
    { count: length },
  );
}

interface ActProps {
  readonly icon: IconName;
  readonly isOff: boolean;
  readonly onClick: () => void;
  readonly children: string;
}

function Act({ icon, isOff, onClick, children }: ActProps) {
  return (
    <button
      type="button"
      disabled={isOff}
      onClick={onClick}
      className="grid min-h-13 place-items-center content-center gap-0.5 rounded-[10px] px-1 text-[13px] leading-[18px] font-semibold hover:bg-sunken disabled:text-ink-3"
    >
      <Icon name={icon} size={16} />
      {children}
    </button>
  );
}
