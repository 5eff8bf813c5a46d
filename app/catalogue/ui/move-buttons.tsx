import { say } from '../../platform/say.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { HiddenFields } from '../../ui/form/form-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { EntryKind } from '../protocol/entry.ts';

interface MoveButtonsProps {
  readonly kind: EntryKind;
  readonly id: string;
  readonly title: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Buttons in a narrow table column are stacked on a phone. */
  readonly isStacked?: boolean;
}

/** A disabled button stays focusable, so that the focus is not lost. */
export function MoveButtons(props: MoveButtonsProps) {
  const { kind, id, title, isFirst, isLast, isStacked = false } = props;
  return (
    <ActionForm preventScrollReset className={`flex gap-1 ${isStacked ? 'max-md:flex-col' : ''}`}>
      <HiddenFields fields={{ intent: 'move', kind, id }} />
      <button
        type="submit"
        name="to"
        value="up"
        aria-label={say('Move {title} up', { title })}
        aria-disabled={isFirst}
        className="icon-button aria-disabled:opacity-40"
      >
        <Icon name="caret-up" />
      </button>
      <button
        type="submit"
        name="to"
        value="down"
        aria-label={say('Move {title} down', { title })}
        aria-disabled={isLast}
        className="icon-button aria-disabled:opacity-40"
      >
        <Icon name="caret-down" />
      </button>
    </ActionForm>
  );
}
