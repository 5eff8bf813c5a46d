import { t } from '../../i18n/translate.ts';
import { Icon } from '../../ui/icon.tsx';
import { InstallRow } from './install-app.tsx';
import { SoundSwitch } from './preferences.tsx';
import { useEffect, useState } from 'react';
import { ApiError } from '../../platform/api-client.ts';
import { inboxApi } from './inbox-api.ts';

interface AcceptingChats {
  readonly accepts: boolean;
  /** The error message; shown until the next attempt. */
  readonly problem: string | null;
  readonly set: (accepts: boolean) => void;
}

interface MenuRowsProps {
  readonly menuId: string;
  readonly accepting: AcceptingChats;
  readonly onShowShortcuts: () => void;
}

export function MenuRows({ menuId, accepting, onShowShortcuts }: MenuRowsProps) {
  return (
    <>
      <AcceptChatsSwitch accepting={accepting} />
      <SoundSwitch className="account-menu-row" />
      <InstallRow menuId={menuId} />
      <button
        type="button"
        className="account-menu-row"
        popoverTarget={menuId}
        popoverTargetAction="hide"
        onClick={onShowShortcuts}
      >
        <Icon name="keyboard" /> {t('Keyboard shortcuts')}
      </button>
    </>
  );
}

export function useAcceptingChats(initial: boolean): AcceptingChats {
  const [accepts, setAccepts] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => setAccepts(initial), [initial]);
  return {
    accepts,
    problem,
    set(next) {
      setAccepts(next);
      setProblem(null);
      inboxApi
        .post('/agentchat/availability', {}, { acceptsChats: next })
        .catch((error: unknown) => {
          setAccepts(!next);
          if (!(error instanceof ApiError)) throw error;
          setProblem(error.message);
        });
    },
  };
}

function AcceptChatsSwitch({ accepting }: { readonly accepting: AcceptingChats }) {
  const { accepts, problem, set } = accepting;
  return (
    <>
      <label className="account-menu-row">
        <input
          type="checkbox"
          // `aria-checked` is not allowed here: a checkbox already exposes its state.
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
          role="switch"
          className="size-5 accent-primary"
          checked={accepts}
          onChange={(event) => set(event.target.checked)}
        />
        {t('Accept new chats')}
      </label>
      {problem && (
        <p role="alert" className="px-3 pb-2 text-[14px] text-error">
          {problem}
        </p>
      )}
    </>
  );
}
