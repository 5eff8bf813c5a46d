import { useEffect, useId, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { ActionForm } from '../../ui/form/action-form.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { CONFIRMED_MOVES, moveTo, type ConfirmedMove } from '../protocol/move.ts';
import type { StaffedOrder } from '../protocol/order-view.ts';
import {
  getStateLabel,
  ORDER_STATES,
  type ActorKind,
  type OrderState,
} from '../protocol/transitions.ts';

interface MoveDialogProps {
  readonly order: StaffedOrder;
  readonly actor: ActorKind;
  /** Asks for confirmation instead of a column. */
  readonly confirming: ConfirmedMove | undefined;
  readonly onChoose: (to: OrderState) => void;
  readonly onClose: () => void;
}

/** Moves a card without dragging: lists the columns that are possible, and says why others are not. */
export function MoveDialog(props: MoveDialogProps) {
  const { order, actor, confirming, onChoose, onClose } = props;
  const asked = confirming && CONFIRMED_MOVES[confirming];
  const { ref, close, keepFocusInside } = useModal();
  const id = useId();
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    // The button with the focus is gone with the list of columns.
    if (confirming) keep.current?.focus();
  }, [confirming]);
  const moves = ORDER_STATES.filter((state) => state !== order.state).map((state) => ({
    state,
    move: moveTo(order, state, actor),
  }));
  const possible = moves.filter(({ move }) => move.kind !== 'refused');
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      className="m-auto w-[min(480px,calc(100vw-40px))] rounded-panel bg-surface p-6 text-ink shadow-overlay ring-1 ring-line backdrop:bg-night/60"
      onClose={onClose}
      onKeyDown={keepFocusInside}
    >
      <h2 id={id} className="text-[22px]">
        {asked
          ? t(asked.question, { number: order.number })
          : t('Move {number}', { number: order.number })}
      </h2>
      {asked ? (
        <p className="mt-3 text-ink-2">{t(asked.text)}</p>
      ) : (
        <>
          <p className="mt-2 text-[15px] text-ink-2">
            {possible.length > 0
              ? t('The order is in ‘{state}’. Choose where it goes.', {
                  state: getStateLabel(order.state),
                })
              : t('The order is in ‘{state}’. The team can’t move it now.', {
                  state: getStateLabel(order.state),
                })}
          </p>
          <ul className="mt-4 grid gap-2">
            {possible.map(({ state, move }) => (
              <li key={state}>
                <button
                  type="button"
                  className="button button-line w-full"
                  onClick={() => onChoose(state)}
                >
                  {move.kind === 'form'
                    ? t('{state} (opens the form)', { state: getStateLabel(state) })
                    : getStateLabel(state)}
                </button>
              </li>
            ))}
          </ul>
          <details className="mt-4">
            <summary className="cursor-pointer text-[15px] font-semibold">
              {t('Why not another column?')}
            </summary>
            <dl className="mt-2 grid gap-2 text-[14px]">
              {moves.map(
                ({ state, move }) =>
                  move.kind === 'refused' && (
                    <div key={state}>
                      <dt className="font-semibold">{getStateLabel(state)}</dt>
                      <dd className="text-ink-2">{move.reason}</dd>
                    </div>
                  ),
              )}
            </dl>
          </details>
        </>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <button
          ref={keep}
          type="button"
          className="button button-line button-small"
          onClick={close}
        >
          {asked ? t('Keep order') : t('Close')}
        </button>
        {asked && (
          // The action of the button on the order's page, which shows its answer.
          <ActionForm action={`/team/orders/${order.number}`}>
            <input type="hidden" name="intent" value={confirming} />
            <SubmitButton className="button button-primary button-small">
              {t(asked.button)}
            </SubmitButton>
          </ActionForm>
        )}
      </div>
    </dialog>
  );
}
