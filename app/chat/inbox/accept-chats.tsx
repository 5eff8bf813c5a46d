import { say } from '../../platform/say.ts';
import { useEffect, useState } from 'react';
import { ApiError, postJson } from '../../platform/api-client.ts';

export interface AcceptingChats {
  readonly accepts: boolean;
  /** The error message; shown until the next attempt. */
  readonly problem: string | null;
  readonly set: (accepts: boolean) => void;
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
      postJson('/agentchat/availability', { acceptsChats: next }).catch((error: unknown) => {
        setAccepts(!next);
        if (!(error instanceof ApiError)) throw error;
        setProblem(error.message);
      });
    },
  };
}

export function AcceptChatsSwitch({ accepting }: { readonly accepting: AcceptingChats }) {
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
        {say('Accept new chats')}
      </label>
      {problem && (
        <p role="alert" className="px-3 pb-2 text-[14px] text-error">
          {problem}
        </p>
      )}
    </>
  );
}
